// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/engine.h"
#include "core/simgpu/engine/machine/warp.h"
#include "core/simgpu/engine/texture/operands.h"
#include "core/simgpu/ptx/module.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpbench::simgpu::engine {

inline constexpr std::uint16_t kNoRow = 0xffff;

enum class MemorySpace : std::uint8_t { global, generic, shared, local, param, texture };

/// Instruction classes of Metrics::mix, in the order of wbsim.h.
enum class InstClass : std::uint8_t {
    integer,
    float32,
    float64,
    half,
    conversion,
    memory,
    atomic,
    branch,
    barrier,
    warpwide,
    matrix,
    other,
};

/// A row that is constant for the launch or for a block: an immediate, a special register, a
/// parameter. Handlers therefore need not know the kind of an operand.
struct ConstantRow {
    enum class Kind : std::uint8_t { bits, parameter, special };
    Kind kind = Kind::bits;
    bool wide = false; ///< a 64-bit row
    std::uint16_t row = 0;
    std::uint64_t bits = 0;         ///< the value; or the offset of a parameter
    std::uint8_t parameterSize = 0; ///< bytes
    bool parameterSigned = false;
    ptx::SpecialRegister special{};
    std::uint8_t dim = 0;
    bool operator==(const ConstantRow& other) const {
        return kind == other.kind && wide == other.wide && bits == other.bits &&
               parameterSize == other.parameterSize && parameterSigned == other.parameterSigned &&
               special == other.special && dim == other.dim;
    }
};

/// A .param variable of a call: consecutive 32-bit rows, one word each.
struct ParameterRows {
    std::uint16_t row = 0;
    std::uint16_t words = 0;
};

struct FunctionCode {
    std::string name;
    std::uint32_t moduleIndex = 0; ///< into ptx::Module::functions
    std::uint32_t entry = 0;       ///< first record
    /// The rows that a recursive call must save: 32-bit rows, then 64-bit rows [firstWide,
    /// endWide), then the 32-bit rows of parameters.
    std::uint16_t firstRow = 0, firstWide = 0, endWide = 0, endRow = 0;
    std::uint16_t firstPredicate = 0, endPredicate = 0;
    bool recursive = false;            ///< may be active more than once in a thread
    std::uint32_t localBytes = 0;      ///< of .local variables
    std::uint32_t localAlignment = 16; ///< the strictest of these, also used for every frame
    std::vector<ParameterRows> parameters, returns;
};

struct RuntimeFunction; // machine/kernel_runtime.h

struct CallSite {
    std::int32_t function = -1; ///< into Code::functions; -1: through a pointer
    const RuntimeFunction* runtimeFunction = nullptr; ///< CUDA's, called instead
    std::vector<ParameterRows> arguments, returns;
};

/// The rows of a warp-wide operation: the lanes' input (Inst::a) and result (Inst::d).
enum class ExchangedRow : std::uint8_t { none, word, wide, predicate };
struct Exchange {
    ExchangedRow source = ExchangedRow::none, result = ExchangedRow::none;
    bool hasFlag = false; ///< Inst::aux is a predicate that also receives a result
};
/// Stored in Inst::imm, which these records do not use otherwise.
inline void setExchange(Inst& inst, Exchange exchange) {
    inst.imm = static_cast<int>(exchange.source) | static_cast<int>(exchange.result) << 2 |
               int{exchange.hasFlag} << 4;
}
inline Exchange exchangeOf(const Inst& inst) {
    return {static_cast<ExchangedRow>(inst.imm & 3), static_cast<ExchangedRow>(inst.imm >> 2 & 3),
            (inst.imm >> 4 & 1) != 0};
}

/// The origin of a record, and properties that the metrics need.
struct InstInfo {
    std::uint32_t function = 0;    ///< into ptx::Module::functions
    std::uint32_t instruction = 0; ///< into its code
    InstClass kind = InstClass::other;
    bool counted = true; ///< false for records that the decoder added
    MemorySpace space = MemorySpace::global;
    std::uint8_t accessBytes = 0; ///< per lane; 0: no access to memory
    bool store = false;
    bool strong = false;     ///< volatile, relaxed, acquire, release: not part of a race
    bool fence = false;      ///< orders earlier accesses
    bool indexed = false;    ///< the address is base + index * accessBytes, see addresses.h
    bool collective = false; ///< the lanes of a warp wait for each other here
    bool syncsWarp = false;  ///< bar.warp.sync, the only one of these that also orders memory
    bool waits = false;      ///< waits at a barrier of the block or the cluster
    /// Lanes may return to this record: those that still wait for others of their warp, or whose
    /// branch target differs.
    bool retried = false;
    /// The register that holds the address or the index; -1: none.
    std::int32_t addressRegister = -1;
    bool plainSource = false, wideSource = false; ///< a store from rows; from 64-bit rows
    std::uint8_t elements = 1;                    ///< of a vector
    bool comparesFirst = false;                   ///< a compare-and-swap
    bool copied = false;           ///< a load whose value is only copied elsewhere, see copies.h
    std::uint32_t firstElided = 0; ///< into Code::elided: instructions that are part of this record
    std::uint16_t elidedCount = 0; ///< number of elided instructions, which precede its own
};

/// The only barrier at which lanes poll.
constexpr bool isClusterWait(const InstInfo& info) {
    return info.waits && info.retried;
}

struct BarrierOperands {
    std::uint16_t id = 0;         ///< row
    std::uint16_t count = kNoRow; ///< row; kNoRow: all threads of the block
    std::uint8_t action = 0;      ///< BarrierAction
    bool aligned = true;
    std::uint16_t source = 0; ///< predicate of a reduction
    bool sourceNegated = false;
    std::uint16_t destination = 0; ///< row (popc) or predicate
};

enum class MatrixType : std::uint8_t {
    f16,
    bf16,
    tf32,
    f32,
    f64,
    s8,
    u8,
    s4,
    u4,
    b1,
    s32,
    b16,
    e4m3,
    e5m2,
    e3m2, ///< in the low bits of a byte
    e2m3, ///< likewise
    e2m1,
    e2m1Padded, ///< in the middle bits of a byte
    ue8m0,
    ue4m3,
};
/// How elements of A and B are combined; the results are summed.
enum class MatrixProduct : std::uint8_t { multiply, exclusiveOr, bothSet };

/// Bits per element.
constexpr std::uint32_t bitsOf(MatrixType type) {
    switch (type) {
    case MatrixType::b1:
        return 1;
    case MatrixType::s4:
    case MatrixType::u4:
    case MatrixType::e2m1:
        return 4;
    case MatrixType::s8:
    case MatrixType::u8:
    case MatrixType::e4m3:
    case MatrixType::e5m2:
    case MatrixType::e3m2:
    case MatrixType::e2m3:
    case MatrixType::e2m1Padded:
    case MatrixType::ue8m0:
    case MatrixType::ue4m3:
        return 8;
    case MatrixType::f16:
    case MatrixType::bf16:
    case MatrixType::b16:
        return 16;
    case MatrixType::f64:
        return 64;
    default:
        return 32;
    }
}

/// A warp-wide operation on tiles. Fragments are lists of rows, in operand order.
struct MatrixOperands {
    std::vector<std::uint16_t> d, a, b, c;
    std::uint16_t address = 0; ///< row
    std::int64_t offset = 0;
    std::uint16_t stride = kNoRow; ///< row of the leading dimension, in elements
    MemorySpace space = MemorySpace::generic;
    std::uint16_t rows = 0, columns = 0; ///< of a loaded or stored tile
    std::uint16_t m = 0, n = 0, k = 0;
    bool rowMajor = true;
    bool transposed = false; ///< ldmatrix.trans
    bool saturate = false;
    MatrixProduct product = MatrixProduct::multiply;
    MatrixType typeA = MatrixType::f16, typeB = MatrixType::f16, typeC = MatrixType::f32,
               typeD = MatrixType::f32;
    bool columnMajorA = false, rowMajorB = false; ///< mma.m8n8k4 of halves
    // Sparse A: which lanes hold the metadata, and in which row.
    std::uint16_t metadata = kNoRow; ///< row; kNoRow: A is dense
    std::uint8_t selector = 0;
    // Block scaling.
    struct Scales {
        std::uint16_t data = kNoRow, byteId = 0, threadId = 0; ///< rows
    };
    Scales scalesA, scalesB;
    std::uint8_t scaleCount = 0; ///< of a row of A or a column of B; 0: not scaled
    MatrixType typeOfScale = MatrixType::ue8m0;
    // wgmma: matrices in shared memory, given by the 64-bit row of their descriptor.
    std::uint16_t descriptorA = kNoRow; ///< kNoRow: A is in registers
    std::uint16_t descriptorB = kNoRow;
    std::uint16_t keepsD = 0; ///< predicate: accumulate into D
    bool negatesA = false, negatesB = false;
    bool transposesA = false, transposesB = false; ///< M-major, N-major
};

/// Consecutive records that one handler can execute at once. Stored in the first of them, so a jump
/// into the middle bypasses it; observed code executes record by record.
struct Shortcut {
    std::uint32_t record = 0;
    std::uint32_t records = 0; ///< number of records, including this one
    Handler single = nullptr;  ///< handler of the first record by itself
};

/// A run of `ld.shared x; ld.shared y; fma sum, x, y, sum` through two address rows, as found in
/// unrolled loops over tiles. Inst::aux2 of its first record is an index into Code::productSums.
struct ProductSum {
    struct Factors {
        std::int32_t x = 0, y = 0; ///< bytes from the rows' addresses, multiples of 4
    };
    std::vector<Factors> factors;
    std::uint16_t x = 0, y = 0;     ///< rows of addresses
    std::uint16_t from = 0, to = 0; ///< rows of the sum before and after
    Factors lowest, highest;
    std::uint32_t records = 0;
    Handler single = nullptr; ///< handler of the first record by itself
};

/// A variable in shared memory, for fault reports.
struct SharedVariable {
    std::string name;
    std::vector<std::string> others; ///< dynamic arrays at the same address
    std::uint64_t offset = 0;        ///< bytes from the start of the block's shared memory
    std::uint64_t size = 0;          ///< bytes; 0: dynamic, to the end
};

/// A video instruction (PTX ISA 9.0, sections 9.7.16 and 9.7.17): scalar, or of 2 or 4 elements.
struct VideoOperands {
    enum class Operation : std::uint8_t {
        add,
        sub,
        absoluteDifference,
        min,
        max,
        average,
        shiftLeft,
        shiftRight,
        multiplyAdd,
        compare,
    };
    enum class Secondary : std::uint8_t { none, add, min, max, merge };
    enum class Comparison : std::uint8_t { eq, ne, lt, le, gt, ge };
    Operation operation = Operation::add;
    Secondary secondary = Secondary::none;
    Comparison comparison = Comparison::eq;
    std::uint8_t elements = 1;
    bool signedD = false, signedA = false, signedB = false;
    bool saturate = false;
    bool wrapShift = false; ///< .wrap; else .clamp
    bool plusOne = false;   ///< .po
    bool negateProduct = false, negateC = false;
    std::uint8_t scale = 0; ///< bits, of .shr7 and .shr15
    /// Scalar: a part's size and first byte. SIMD: parts by element, out of b:a together.
    std::uint8_t widthA = 4, widthB = 4, widthD = 4;
    std::array<std::uint8_t, 4> partA{}, partB{};
    std::uint8_t partD = 0; ///< scalar: byte at which the result is merged; SIMD: a mask
    std::uint16_t d = 0, a = 0, b = 0, c = 0; ///< rows
};

struct BulkCopy; // decode/bulk_copy.h

/// Where a function keeps its registers and local variables; only in code made for stepping.
struct FunctionLayout {
    std::vector<std::uint16_t> rows; ///< by register: row, or number of a predicate; kNoRow: none
    std::map<std::int32_t, std::uint64_t> localOffsets; ///< by variable: bytes from localBase
};

/// A kernel with all functions it can call, ready to run. Immutable.
struct Code {
    std::string kernelName;
    std::vector<Inst> insts;
    std::vector<InstInfo> infos;  ///< by record
    std::vector<InstInfo> elided; ///< instructions without their own record, for the metrics
    std::vector<ConstantRow> constants;
    std::vector<std::uint16_t> operands;   ///< rows of vector operands
    std::vector<std::uint32_t> jumpTables; ///< records
    std::vector<FunctionCode> functions;   ///< 0: the kernel
    std::vector<std::int32_t> functionAt;  ///< by index in the module: index here, or -1
    std::vector<CallSite> calls;
    std::vector<BarrierOperands> barriers;
    std::vector<MatrixOperands> matrices;
    std::vector<Shortcut> shortcuts;
    std::vector<ProductSum> productSums;
    std::vector<VideoOperands> videos;
    std::vector<std::shared_ptr<const BulkCopy>> bulkCopies;
    std::vector<SampleOperands> samples;
    std::vector<SurfaceOperands> surfaces;
    std::uint32_t warpBytes = 0;                 ///< of a Warp with its predicates and rows
    std::uint32_t slotCount = 1;                 ///< range slots; the first is for run-time calls
    std::uint64_t staticShared = 0;              ///< bytes
    std::vector<SharedVariable> sharedVariables; ///< by offset
    std::uint64_t localBytes = 0;                ///< per thread, of the kernel itself
    std::uint64_t localUsed = 0;                 ///< the same without the alignment at the end
    bool usesStack = false;                      ///< calls functions, or allocates with alloca
    /// Uses global atomics, fences, volatile or relaxed accesses: blocks may wait for each other.
    bool talksToOthers = false;
    std::uint32_t registerEstimate = 0;
    std::uint32_t barrierCount = 0;
    bool usesGridSync = false;
    bool usesReservedShared = false; ///< reads the address of kReservedShared
    bool callsRuntime = false;       ///< CUDA's: to launch kernels
    bool cancelsLaunches = false;    ///< queries clusters that have not started
    /// Row with the number of bytes that alloca took from the top of each thread's local memory.
    std::uint16_t stackTop = kNoRow;
    std::vector<FunctionLayout> layouts; ///< by index in `functions`; empty in code made for speed
    /// Likewise for shared variables: (function in the module or -1, variable) → bytes.
    std::map<std::pair<std::int32_t, std::int32_t>, std::uint64_t> sharedOffsets;
};

const Inst* jumpTarget(Warp& w, std::uint32_t entry);
bool isConstantAddress(Warp& w, std::uint64_t address);

} // namespace warpbench::simgpu::engine
