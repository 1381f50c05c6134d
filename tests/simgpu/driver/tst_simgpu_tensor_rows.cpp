// SPDX-License-Identifier: GPL-3.0-or-later
// Tensor copies of four rows (PTX ISA 9.0, section 5.5.3.4), and tensor maps that a kernel changes
// (section 9.7.9.28).
#include "driver_library.h"
#include "tests/main.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tst_simgpu_tensor_rows {

namespace {

constexpr unsigned kColumns = 32, kRows = 24; ///< of the tensor, words
constexpr unsigned kWide = 8;                 ///< of the box

const std::string kPtx = R"(
.version 9.0
.target sm_100a
.address_size 64
.extern .shared .align 1024 .b8 box[];

// Rows a, b, c and d of the tensor, from column x on, to `out`.
.visible .entry gather(.param .align 64 .b8 map[128], .param .u64 out, .param .u32 x,
    .param .u32 a, .param .u32 b, .param .u32 c, .param .u32 d)
{
    .reg .pred %p<2>; .reg .b32 %r<12>; .reg .b64 %rd<6>;
    .shared .align 8 .b64 bar;
    mov.b64 %rd1, map; cvta.param.u64 %rd1, %rd1;
    ld.param.u64 %rd2, [out]; ld.param.u32 %r1, [x];
    ld.param.u32 %r8, [a]; ld.param.u32 %r9, [b]; ld.param.u32 %r10, [c]; ld.param.u32 %r11, [d];
    mov.u32 %r3, box; mov.u32 %r4, bar;
    mbarrier.init.shared.b64 [%r4], 1;
    mbarrier.arrive.expect_tx.shared.b64 %rd3, [%r4], 128;
    cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes.cta_group::1
        [%r3], [%rd1, {%r1, %r8, %r9, %r10, %r11}], [%r4];
WAIT:
    mbarrier.try_wait.shared.b64 %p1, [%r4], %rd3; @!%p1 bra WAIT;
    mov.u32 %r6, 0;
COPY:
    ld.shared.u32 %r7, [%r3]; st.global.u32 [%rd2], %r7;
    add.u32 %r3, %r3, 4; add.u64 %rd2, %rd2, 4; add.u32 %r6, %r6, 1;
    setp.lt.u32 %p1, %r6, 32; @%p1 bra COPY;
    ret;
}
// Words 0 to 31 to four rows.
.visible .entry scatter(.param .align 64 .b8 map[128], .param .u32 x, .param .u32 add,
    .param .u32 a, .param .u32 b, .param .u32 c, .param .u32 d)
{
    .reg .pred %p<2>; .reg .b32 %r<12>; .reg .b64 %rd<6>;
    mov.b64 %rd1, map; cvta.param.u64 %rd1, %rd1;
    ld.param.u32 %r1, [x]; ld.param.u32 %r2, [add];
    ld.param.u32 %r8, [a]; ld.param.u32 %r9, [b]; ld.param.u32 %r10, [c]; ld.param.u32 %r11, [d];
    mov.u32 %r3, box; mov.u32 %r6, 0;
FILL:
    shl.b32 %r4, %r6, 2; add.u32 %r4, %r4, %r3; st.shared.u32 [%r4], %r6;
    add.u32 %r6, %r6, 1; setp.lt.u32 %p1, %r6, 32; @%p1 bra FILL;
    setp.ne.u32 %p1, %r2, 0;
    @!%p1 cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group
        [%rd1, {%r1, %r8, %r9, %r10, %r11}], [%r3];
    @%p1 cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile::scatter4.bulk_group
        [%rd1, {%r1, %r8, %r9, %r10, %r11}], [%r3];
    cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;
    ret;
}
// The map, changed in shared memory: another tensor, whose rows lie `stride` bytes apart, of
// `columns` by `rows` words, with a box of 4 by 2 words. Then as `fixed` says, in global memory.
.visible .entry change(.param .align 64 .b8 map[128], .param .u64 to, .param .u64 tensor,
    .param .u32 columns, .param .u32 rows, .param .u64 stride)
{
    .reg .b32 %r<8>; .reg .b64 %rd<8>; .reg .pred %p<2>;
    .shared .align 128 .b8 copy[128];
    mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; cvt.u64.u32 %rd1, %r2;
    mov.b64 %rd2, map; cvta.param.u64 %rd2, %rd2; add.u64 %rd2, %rd2, %rd1;
    mov.u32 %r3, copy; add.u32 %r2, %r2, %r3;
    ld.u32 %r4, [%rd2]; st.shared.u32 [%r2], %r4;
    bar.sync 0;
    setp.ne.u32 %p1, %r1, 0;
    ld.param.u64 %rd3, [tensor]; ld.param.u64 %rd4, [stride];
    ld.param.u32 %r5, [columns]; ld.param.u32 %r6, [rows]; ld.param.u64 %rd5, [to];
    @%p1 bra COPY;
    tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%r3], %rd3;
    tensormap.replace.tile.rank.shared::cta.b1024.b32 [%r3], 1;
    tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%r3], 0, %r5;
    tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%r3], 1, %r6;
    tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%r3], 0, %rd4;
    tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%r3], 0, 4;
    tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%r3], 1, 2;
    tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%r3], 1, 1;
    tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [%r3], 0;
    tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%r3], 1;
COPY:
    bar.sync 0;
    tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned
        [%rd5], [%r3], 128;
    @%p1 bra END;
    tensormap.replace.tile.elemtype.global.b1024.b32 [%rd5], 7;
    tensormap.replace.tile.fill_mode.b1024.b32 [%rd5], 1;
    tensormap.replace.tile.swizzle_mode.b1024.b32 [%rd5], 0;
    fence.proxy.tensormap::generic.acquire.gpu [%rd5], 128;
END:
    ret;
}
// A map in global memory with another box and another element stride.
.visible .entry spoil(.param .u64 map, .param .u32 wide, .param .u32 high, .param .u32 step)
{
    .reg .b32 %r<4>; .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [map]; ld.param.u32 %r1, [wide]; ld.param.u32 %r2, [high];
    ld.param.u32 %r3, [step];
    tensormap.replace.tile.box_dim.global.b1024.b32 [%rd1], 0, %r1;
    tensormap.replace.tile.box_dim.global.b1024.b32 [%rd1], 1, %r2;
    tensormap.replace.tile.element_stride.global.b1024.b32 [%rd1], 1, %r3;
    ret;
}
// A box of the map at `map` to `out`.
.visible .entry load(.param .u64 map, .param .u64 out, .param .u32 x, .param .u32 y)
{
    .reg .pred %p<2>; .reg .b32 %r<9>; .reg .b64 %rd<6>;
    .shared .align 8 .b64 bar;
    ld.param.u64 %rd1, [map]; ld.param.u64 %rd2, [out];
    ld.param.u32 %r1, [x]; ld.param.u32 %r2, [y];
    mov.u32 %r3, box; mov.u32 %r4, bar;
    mbarrier.init.shared.b64 [%r4], 1;
    mbarrier.arrive.expect_tx.shared.b64 %rd3, [%r4], 32;
    cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes
        [%r3], [%rd1, {%r1, %r2}], [%r4];
WAIT:
    mbarrier.try_wait.shared.b64 %p1, [%r4], %rd3; @!%p1 bra WAIT;
    mov.u32 %r6, 0;
COPY:
    ld.shared.u32 %r7, [%r3]; st.global.u32 [%rd2], %r7;
    add.u32 %r3, %r3, 4; add.u64 %rd2, %rd2, 4; add.u32 %r6, %r6, 1;
    setp.lt.u32 %p1, %r6, 8; @%p1 bra COPY;
    ret;
}
// A pair of blocks: the first one's copy goes to both, and both mbarriers of the first one's
// rank's parity, that is its own alone, hear of it.
.visible .entry pairs(.param .align 64 .b8 map[128], .param .u64 out)
{
    .reg .pred %p<3>; .reg .b16 %h<2>; .reg .b32 %r<12>; .reg .b64 %rd<6>;
    .shared .align 8 .b64 bar;
    mov.b64 %rd1, map; cvta.param.u64 %rd1, %rd1; ld.param.u64 %rd2, [out];
    mov.u32 %r1, %cluster_ctarank; setp.ne.u32 %p2, %r1, 0;
    mov.u32 %r3, box; mov.u32 %r4, bar; mov.u32 %r8, 0;
    mbarrier.init.shared.b64 [%r4], 1;
    barrier.cluster.arrive; barrier.cluster.wait;
    @%p2 bra BOTH;
    mbarrier.arrive.expect_tx.shared.b64 %rd3, [%r4], 64;
    mov.b16 %h1, 3;
    cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster.cta_group::2
        [%r3], [%rd1, {%r8, %r8}], [%r4], %h1;
WAIT:
    mbarrier.try_wait.shared.b64 %p1, [%r4], %rd3; @!%p1 bra WAIT;
BOTH:
    barrier.cluster.arrive; barrier.cluster.wait;
    ld.shared.u32 %r7, [%r3+4]; mad.wide.u32 %rd2, %r1, 4, %rd2; st.global.u32 [%rd2], %r7;
    ret;
}
)";

} // namespace

class TestTensorRows : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void init();
    void cleanup() { m_context.reset(); }
    void gather();
    void scatter_data();
    void scatter();
    void boxOfSeveralRows();
    void changedMap();
    void changeOfNoMap();
    void mapsThatNoneMayBe_data();
    void mapsThatNoneMayBe();
    void pairOfBlocks();

  private:
    CUresult launch(const char* kernel, std::vector<void*> arguments, unsigned threads = 1,
                    unsigned blocks = 1);
    CUdeviceptr filled(const std::vector<unsigned>& words);
    std::vector<unsigned> wordsAt(CUdeviceptr address, std::size_t count);
    CUtensorMap encode(CUdeviceptr tensor, cuuint64_t columns, cuuint64_t rows, cuuint32_t wide,
                       cuuint32_t high);

    std::unique_ptr<TestContext> m_context;
    CUmodule m_module = nullptr;
    CUdeviceptr m_tensor = 0; ///< word (row, column) is 100 row + column
};

void TestTensorRows::initTestCase() {
    qputenv("WARPBENCH_SIMGPU", "b200");
    CHECK_OK(DRV(cuInit)(0));
}

void TestTensorRows::init() {
    m_context = std::make_unique<TestContext>();
    CHECK_OK(DRV(cuModuleLoadData)(&m_module, kPtx.c_str()));
    std::vector<unsigned> words;
    for (unsigned row = 0; row < kRows; ++row) {
        for (unsigned column = 0; column < kColumns; ++column)
            words.push_back(100 * row + column);
    }
    m_tensor = filled(words);
}

CUresult TestTensorRows::launch(const char* kernel, std::vector<void*> arguments, unsigned threads,
                                unsigned blocks) {
    CUfunction function = nullptr;
    if (const CUresult result = DRV(cuModuleGetFunction)(&function, m_module, kernel))
        return result;
    CUlaunchConfig config{};
    config.gridDimX = blocks;
    config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
    config.blockDimX = threads;
    config.sharedMemBytes = 4096;
    CUlaunchAttribute cluster{};
    cluster.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    cluster.value.clusterDim = {blocks, 1, 1};
    config.attrs = &cluster;
    config.numAttrs = blocks > 1;
    if (const CUresult result = DRV(cuLaunchKernelEx)(&config, function, arguments.data(), nullptr))
        return result;
    return DRV(cuStreamSynchronize)(nullptr);
}

CUdeviceptr TestTensorRows::filled(const std::vector<unsigned>& words) {
    CUdeviceptr address = 0;
    if (DRV(cuMemAlloc)(&address, 4 * words.size()) != CUDA_SUCCESS ||
        DRV(cuMemcpyHtoD)(address, words.data(), 4 * words.size()) != CUDA_SUCCESS)
        qFatal("cannot allocate");
    return address;
}

std::vector<unsigned> TestTensorRows::wordsAt(CUdeviceptr address, std::size_t count) {
    std::vector<unsigned> words(count);
    if (DRV(cuMemcpyDtoH)(words.data(), address, 4 * count) != CUDA_SUCCESS)
        qFatal("cannot read");
    return words;
}

CUtensorMap TestTensorRows::encode(CUdeviceptr tensor, cuuint64_t columns, cuuint64_t rows,
                                   cuuint32_t wide, cuuint32_t high) {
    alignas(128) CUtensorMap map{};
    const cuuint64_t sizes[] = {columns, rows}, strides[] = {columns * 4};
    const cuuint32_t box[] = {wide, high}, steps[] = {1, 1};
    if (DRV(cuTensorMapEncodeTiled)(
            &map, CU_TENSOR_MAP_DATA_TYPE_UINT32, 2, reinterpret_cast<void*>(tensor), sizes,
            strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
            CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
        qFatal("cannot make a tensor map");
    return map;
}

void TestTensorRows::gather() {
    CUtensorMap map = encode(m_tensor, kColumns, kRows, kWide, 1);
    CUdeviceptr out = filled(std::vector<unsigned>(32, 7));
    int x = 28, rows[] = {17, 3, -1, 23}; // half of the box and one row are out of bounds
    CHECK_OK(launch("gather", {&map, &out, &x, &rows[0], &rows[1], &rows[2], &rows[3]}));
    const std::vector<unsigned> results = wordsAt(out, 32);
    for (unsigned word = 0; word < 32; ++word) {
        const int row = rows[word / kWide];
        const unsigned column = 28 + word % kWide;
        const bool inside = row >= 0 && column < kColumns;
        QCOMPARE(results[word], inside ? 100 * static_cast<unsigned>(row) + column : 0u);
    }
}

void TestTensorRows::scatter_data() {
    QTest::addColumn<int>("add");
    QTest::newRow("copy") << 0;
    QTest::newRow("sum") << 1;
}

void TestTensorRows::scatter() {
    QFETCH(int, add);
    CUtensorMap map = encode(m_tensor, kColumns, kRows, kWide, 1);
    int x = 12, rows[] = {5, 0, 99, 22}; // one is out of bounds
    CHECK_OK(launch("scatter", {&map, &x, &add, &rows[0], &rows[1], &rows[2], &rows[3]}));
    const std::vector<unsigned> results = wordsAt(m_tensor, std::size_t{kColumns} * kRows);
    for (unsigned row = 0; row < kRows; ++row) {
        for (unsigned column = 0; column < kColumns; ++column) {
            unsigned expected = 100 * row + column;
            for (unsigned n = 0; n < 4; ++n) {
                if (static_cast<int>(row) == rows[n] && column >= 12 && column < 12 + kWide)
                    expected = (add ? expected : 0) + n * kWide + column - 12;
            }
            QCOMPARE(results[row * kColumns + column], expected);
        }
    }
}

void TestTensorRows::boxOfSeveralRows() {
    CUtensorMap map = encode(m_tensor, kColumns, kRows, kWide, 2);
    CUdeviceptr out = filled(std::vector<unsigned>(32));
    int x = 0, row = 1;
    CHECK_RESULT(launch("gather", {&map, &out, &x, &row, &row, &row, &row}),
                 CUDA_ERROR_ILLEGAL_INSTRUCTION);
}

void TestTensorRows::changedMap() {
    CUtensorMap map = encode(m_tensor, kColumns, kRows, kWide, 1);
    // 20 words per row, 6 of which belong to the tensor, and 5 rows.
    std::vector<unsigned> words;
    for (unsigned word = 0; word < 100; ++word)
        words.push_back(1000 + word);
    CUdeviceptr other = filled(words), out = filled(std::vector<unsigned>(8));
    CUdeviceptr changed = filled(std::vector<unsigned>(64));
    changed = (changed + 127) / 128 * 128;
    unsigned columns = 6, rows = 5;
    std::uint64_t stride = 80;
    CHECK_OK(launch("change", {&map, &changed, &other, &columns, &rows, &stride}, 32));
    int x = 4, y = 4;
    CHECK_OK(launch("load", {&changed, &out, &x, &y}));
    // Row 4, columns 4 and 5; the rest is out of bounds and filled with the value for floats.
    const unsigned nan = 0x7ff77ff7;
    QCOMPARE(wordsAt(out, 8), (std::vector<unsigned>{1084, 1085, nan, nan, nan, nan, nan, nan}));
    y = 1;
    x = 0;
    CHECK_OK(launch("load", {&changed, &out, &x, &y}));
    QCOMPARE(wordsAt(out, 8),
             (std::vector<unsigned>{1020, 1021, 1022, 1023, 1040, 1041, 1042, 1043}));
}

void TestTensorRows::changeOfNoMap() {
    CUtensorMap map{};
    CUdeviceptr changed = filled(std::vector<unsigned>(64));
    changed = (changed + 127) / 128 * 128;
    unsigned columns = 6, rows = 5;
    std::uint64_t stride = 80;
    CHECK_RESULT(launch("change", {&map, &changed, &m_tensor, &columns, &rows, &stride}, 32),
                 CUDA_ERROR_LAUNCH_FAILED);
    wbsimFault fault{};
    fault.structSize = sizeof fault;
    QVERIFY(simApi()->faultCount(0) > 0);
    QCOMPARE(simApi()->getFault(0, simApi()->faultCount(0) - 1, &fault), 0);
    QVERIFY2(QByteArray(fault.text).contains("not made by cuTensorMapEncode"), fault.text);
}

void TestTensorRows::mapsThatNoneMayBe_data() {
    QTest::addColumn<unsigned>("wide");
    QTest::addColumn<unsigned>("high");
    QTest::addColumn<unsigned>("step");
    QTest::newRow("no stride") << 4u << 2u << 0u;
    QTest::newRow("stride of 256") << 4u << 2u << 256u;
    QTest::newRow("large box") << 4u << 65535u << 1u;
    QTest::newRow("box of 2^32 bytes") << 65536u << 16384u << 1u;
    QTest::newRow("no box") << 0u << 2u << 1u;
}

// A kernel may write anything into a map; a copy then faults, and the host continues.
void TestTensorRows::mapsThatNoneMayBe() {
    QFETCH(unsigned, wide);
    QFETCH(unsigned, high);
    QFETCH(unsigned, step);
    const CUtensorMap map = encode(m_tensor, kColumns, kRows, 4, 2);
    CUdeviceptr place = filled(std::vector<unsigned>(64)), out = filled(std::vector<unsigned>(8));
    place = (place + 127) / 128 * 128;
    CHECK_OK(DRV(cuMemcpyHtoD)(place, &map, sizeof map));
    CHECK_OK(launch("spoil", {&place, &wide, &high, &step}));
    int x = 0, y = 0;
    const CUresult result = launch("load", {&place, &out, &x, &y});
    QVERIFY2(result != CUDA_SUCCESS, "the copy went through");
    wbsimFault fault{};
    fault.structSize = sizeof fault;
    QVERIFY(simApi()->faultCount(0) > 0);
    QCOMPARE(simApi()->getFault(0, simApi()->faultCount(0) - 1, &fault), 0);
    QVERIFY2(QByteArray(fault.text).contains("no tensor map may have"), fault.text);
}

void TestTensorRows::pairOfBlocks() {
    CUtensorMap map = encode(m_tensor, kColumns, kRows, kWide, 1);
    CUdeviceptr out = filled(std::vector<unsigned>(2));
    CHECK_OK(launch("pairs", {&map, &out}, 1, 2));
    QCOMPARE(wordsAt(out, 2), (std::vector<unsigned>{1, 1}));
}

WARPBENCH_TEST(TestTensorRows)
} // namespace tst_simgpu_tensor_rows

#include "tst_simgpu_tensor_rows.moc"
