// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/decode/borrowed_rows.h"
#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/decode/fused_addresses.h"
#include "core/simgpu/engine/decode/layout.h"
#include "core/simgpu/engine/handlers/forms.h"
#include "core/simgpu/ptx/module.h"

#include <array>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warpbench::simgpu::engine {

/// Thrown inside the decoder and caught by load: an instruction that cannot be executed, because it
/// is not implemented or not valid PTX.
struct UnsupportedInstruction : std::runtime_error {
    UnsupportedInstruction(const ptx::Function& f, const ptx::Instruction& i,
                           const std::string& why, bool isInvalid = false)
        : std::runtime_error(why)
        , function(&f)
        , instruction(&i)
        , invalid(isInvalid) {}
    const ptx::Function* function;
    const ptx::Instruction* instruction;
    bool invalid;
};

/// "atom.global.add.u32".
std::string formOf(const ptx::Instruction& instruction);

/// The device addresses of a module's variables, by index in Module::variables.
struct Placement {
    std::vector<std::uint64_t> addresses;
};

/// The purpose of the code. Stepping needs a record for each instruction and a separate row for
/// each register, at the cost of speed and memory.
enum class DecodeFor : std::uint8_t { speed, stepping };

/// Turns one kernel and all functions that it can call into Code. One object per kernel. The
/// instructions must be valid forms of the PTX ISA: see ptx/check/check.h.
class KernelDecoder {
  public:
    KernelDecoder(const ptx::Module& module, const Placement& placement,
                  DecodeFor purpose = DecodeFor::speed);
    /// \throws UnsupportedInstruction
    Code decode(std::uint32_t kernel);
    /// The total number of instructions of these kernels, each with the functions that it can call,
    /// since each kernel gets its own copy of them. Stops counting at `most`.
    std::uint64_t reachedInstructions(const std::vector<std::uint32_t>& kernels,
                                      std::uint64_t most) const;

  private:
    using Operand = ptx::Operand;
    using Instruction = ptx::Instruction;
    struct Branch {
        std::uint32_t inst;
        std::uint32_t block; ///< in the function; kEndBlock: after the last one
    };
    struct PollingLoop {
        std::uint32_t first, last; ///< records; the last is the back-edge
    };

    // reach.cpp
    std::vector<std::uint32_t> reachableFunctions(std::uint32_t kernel) const;
    std::vector<std::uint32_t> addressTakenFunctions() const;
    void placeDynamicShared(const std::vector<std::pair<std::int32_t, std::int32_t>>& variables);
    void placeShared(const std::vector<std::uint32_t>& functions);
    void markRecursive(const std::vector<std::uint32_t>& functions);
    const ptx::Function* calleeOf(const Instruction& i, std::uint32_t* index) const;

    // kernel_decoder.cpp
    void checkSizes(const ptx::Function& function);
    void layOutFunction(std::uint32_t codeIndex);
    void layOutRegisters(FunctionCode& code);
    void layOutVariables(FunctionCode& code);
    void keepLayout();
    void decodeFunction(std::uint32_t codeIndex);
    void endBlock(std::uint32_t block, std::uint32_t orderIndex);
    void patchBranches();
    void noteLoops(); // polling.cpp
    void markPolls();
    void shareShapes();   // known_shapes.cpp
    void findShortcuts(); // shortcuts.cpp
    bool onlyPolls(const PollingLoop& loop);
    bool isAnyRead(const std::vector<std::int32_t>& registers, const PollingLoop& loop) const;
    struct Looks;
    bool onlyLooks(std::uint32_t first, std::uint32_t last, Looks& looks);
    void decodeWhole(const Instruction& i);
    void decodeInstruction(const Instruction& i);
    void decodeAndCountOnce(const Instruction& i);
    InstClass classOf(const Instruction& i) const;
    [[noreturn]] void unsupported(const Instruction& i, const std::string& why = {}) const;
    [[noreturn]] void invalid(const Instruction& i, const std::string& why) const;

    // opcodes.cpp
    void decodeBody(const Instruction& i);
    [[noreturn]] void decodeNothing(const Instruction& i);
    void decodeCachePolicy(const Instruction& i);
    void decodeFence(const Instruction& i);
    void decodeHint(const Instruction& i);
    void decodeTrap(const Instruction& i);
    void decodeSleep(const Instruction& i);

    // operands.cpp: operand rows.
    std::uint16_t source(const Instruction& i, const Operand& operand, char letter);
    std::uint16_t destination(const Instruction& i, const Operand& operand, char letter);
    std::uint16_t predicateSource(const Instruction& i, const Operand& operand);
    std::uint16_t constant(std::uint64_t bits, bool wide);
    std::uint16_t constant(ConstantRow wanted);
    std::uint16_t specialSource(const Instruction& i, const Operand& operand, bool wide);
    std::uint16_t symbolSource(const Instruction& i, const Operand& operand, bool wide);
    std::uint64_t symbolAddress(const Instruction& i, const Operand& operand) const;
    const ptx::Variable& variableOf(const Operand& operand) const;
    bool isWide(const Operand& operand) const;
    bool isPredicate(const Operand& operand) const;
    bool
    isFloatOperand(const Operand& operand) const; ///< .f32, or a constant of a floating-point type
    bool isQuad(const Operand& operand) const;    ///< a register of 128 bits
    std::array<std::uint16_t, 2> quadRows(const Instruction& i, const Operand& operand) const;
    /// Rows for the current instruction only; the next instruction reuses them.
    std::uint16_t temporary(bool wide);
    std::uint16_t temporaryPredicate();
    void giveBackTemporaries();
    std::uint16_t narrowed(const Instruction& i, std::uint16_t row, bool wide);
    std::uint16_t elementAddress(const Instruction& i, const Operand& operand);
    /// The address row and its constant offset.
    std::pair<std::uint16_t, std::int64_t> address(const Instruction& i, const Operand& operand);
    std::uint16_t wideAddress(const Instruction& i, const Operand& reg);
    void forgetWideAddresses();
    void forgetWideAddressesAfter(const Instruction& i);
    void giveBackWideAddresses(std::uint32_t position);

    // Emitting.
    Inst& emit(const Instruction& i, std::string_view key);
    Inst takeBackLast();
    Inst& emitRow(const Instruction& i, std::string_view key, std::uint16_t d, std::uint16_t a);
    /// A form that is fully described by its shape.
    void emitShaped(const Instruction& i, std::string_view key, std::uint32_t flags);

    // arithmetic.cpp
    void decodeArithmetic(const Instruction& i);
    void decodeCarry(const Instruction& i);
    void decodeSignedProduct(const Instruction& i, const std::vector<std::string_view>& modifiers,
                             std::uint32_t flags);
    void decodeLogic(const Instruction& i);
    void decodeSet(const Instruction& i);
    void decodePermute(const Instruction& i);
    void decodeBitFieldInsert(const Instruction& i);

    // memory_forms.cpp
    void decodeLoad(const Instruction& i);
    void decodeStore(const Instruction& i);
    void decodeFill(const Instruction& i);
    void decodeAtomic(const Instruction& i);
    void decodeVectorAtomic(const Instruction& i);
    void decodeQuadAtomic(const Instruction& i);
    void decodeAddressConversion(const Instruction& i);
    void decodeIsSpace(const Instruction& i);
    const IndexedAddress* indexedAddress() const;
    void setAddress(Inst& inst, const Operand& operand, std::pair<std::uint16_t, std::int64_t> at);
    /// The registers that a load writes or a store reads: one or a vector.
    struct AccessedValues {
        const Operand& operand;
        bool wide = false; ///< in 64-bit rows
        std::size_t count = 1;
        ptx::Type type{}; ///< of an element in memory
    };
    void emitAccess(const Instruction& i, const std::string& key, const AccessedValues& values,
                    const Operand& where, std::pair<std::uint16_t, std::int64_t> at,
                    MemorySpace space);
    struct AtomicRows {
        std::uint16_t result = kNoRow;
        std::uint16_t operand = 0;
        std::uint16_t second = 0; ///< cas: the value to store; otherwise the operand
    };
    void emitAtomic(const Instruction& i, std::string_view key, const AtomicRows& rows,
                    std::pair<std::uint16_t, std::int64_t> at, std::uint32_t bytes);
    MemorySpace spaceOf(const Instruction& i) const;
    ptx::Type elementType(const Instruction& i) const;
    bool passesWide(const Operand& data, ptx::Type type) const;
    void widenLoaded(const Instruction& i, ptx::Type type);
    void fillQuad(const Instruction& i, const Operand& to, ptx::Type type, std::uint16_t low);
    void loadKernelParameter(const Instruction& i, ptx::Type type, const Operand& from);
    std::uint16_t parameterConstant(const Instruction& i, ptx::Type type, bool wide,
                                    std::uint64_t offset);
    std::uint16_t roundedInteger(const Instruction& i, const Operand& from);
    std::uint32_t vectorRows(const Instruction& i, const Operand& operand, bool wide,
                             std::uint16_t& first, bool store, ptx::Type type);
    // constant_registers.cpp
    enum class ConstantSource : std::uint8_t { none, immediate, special, symbol, parameter, copy };
    ConstantSource constantSource(const Instruction& i) const;
    void findConstantRegisters();
    void placeConstantRegisters();
    bool isElided(const Instruction& i) const;
    static void noteOrder(const Instruction& i, InstInfo& info);
    void noteAccess(MemorySpace space, std::uint32_t bytes, bool store);

    // async_forms.cpp
    void decodeMbarrier(const Instruction& i);
    void decodeAsyncCopy(const Instruction& i);
    void decodeCopyGroup(const Instruction& i);
    void decodeClusterAddress(const Instruction& i);

    // conversion_forms.cpp
    void decodeConversion(const Instruction& i);
    void widenResult(const Instruction& i, ptx::Type type);
    void decodeRandomRounding(const Instruction& i);
    void decodePack(const Instruction& i);

    // move_forms.cpp
    void decodeMove(const Instruction& i);
    void decodeVectorMove(const Instruction& i);
    void decodeUnpack(const Instruction& i);
    void decodePackedMove(const Instruction& i);

    // exchange_forms.cpp
    void decodeMatrixTranspose(const Instruction& i);
    void completeOnBarrier(const Instruction& i, std::uint32_t bytes);

    // bulk_forms.cpp
    bool isBulkCopy(const Instruction& i) const;
    void decodeBulkCopy(const Instruction& i);
    std::uint16_t addressRow(const Instruction& i, const Operand& operand);

    // cluster_cancel_forms.cpp, tensor_map_forms.cpp
    void decodeClusterCancel(const Instruction& i);
    void decodeTensorMap(const Instruction& i);

    // matrix_forms.cpp
    void decodeMatrixLoad(const Instruction& i);
    void decodeWmma(const Instruction& i);
    void decodeMma(const Instruction& i);
    std::vector<std::uint16_t> fragment(const Instruction& i, const Operand& operand, bool written);
    void requireFragments(const Instruction& i, const MatrixOperands& o, bool more);
    std::vector<MatrixType> matrixTypes(const Instruction& i, MatrixOperands& o) const;
    void decodeSparsity(const Instruction& i, std::size_t at, MatrixOperands& o);
    void decodeScales(const Instruction& i, std::size_t at, MatrixOperands& o);
    void emitMatrix(const Instruction& i, std::string_view key, MatrixOperands operands);

    // wgmma_forms.cpp
    void decodeWgmma(const Instruction& i);

    // video_forms.cpp
    void decodeVideo(const Instruction& i);
    void decodeScalarVideo(const Instruction& i, VideoOperands& v);
    void decodeSimdVideo(const Instruction& i, VideoOperands& v);
    std::uint16_t videoSource(const Instruction& i, std::size_t operand);

    // stack_forms.cpp
    void decodeStack(const Instruction& i);
    void enterDynamicStack();
    void leaveDynamicStack(const Instruction& i);

    // texture_forms.cpp
    void decodeTexture(const Instruction& i);
    void decodeTextureResult(const Instruction& i, SampleOperands o);
    void decodeSurface(const Instruction& i);
    void decodeSurfaceReduction(const Instruction& i, SurfaceOperands& o);
    void decodeImageQuery(const Instruction& i);
    std::uint16_t imageObject(const Instruction& i, const Operand& object);
    template <class Operands>
    void imageCoordinates(const Instruction& i, const Operand& tuple, char letter,
                          Operands& operands);
    void imageVector(const Instruction& i, const Operand& operand, std::uint8_t dimensions,
                     char letter, std::array<std::uint16_t, 3>& rows);
    void emitImage(const Instruction& i, std::string_view key, std::size_t index, bool store);

    // control_forms.cpp
    void decodeBranch(const Instruction& i);
    bool decodeCompareAndBranch(const Instruction& i, std::uint32_t block);
    void decodeIndexedBranch(const Instruction& i);
    void decodeReturn(const Instruction& i);
    /// The key of a call to one of CUDA's built-in functions.
    /// Fills in the call site if it is a function of CUDA's runtime.
    std::string builtInKey(const Instruction& i, const ptx::Function& function, CallSite& site);
    void decodeCall(const Instruction& i);
    void decodeBarrier(const Instruction& i);
    void decodeWarpwide(const Instruction& i);
    void decodeShuffle(const Instruction& i);
    std::uint16_t memberRow(const Instruction& i, std::size_t operand);
    ParameterRows parameterRows(const Instruction& i, const Operand& operand) const;
    /// The start of an access to a call's parameter; unsupported if it exceeds the parameter.
    std::pair<std::uint16_t, std::int64_t>
    parameterAddress(const Instruction& i, const Operand& operand, std::uint64_t bytes) const;
    std::uint32_t blockOfLabel(std::int32_t label) const;
    void guardOf(const Instruction& i, Inst& inst) const;

    static constexpr std::uint32_t kEndBlock = ~0u;

    const ptx::Module& m_module;
    const Placement& m_placement;
    const FormTable& m_forms;
    const DecodeFor m_purpose;
    const std::uint32_t m_predicates; ///< upper bound for a kernel with all its functions
    Code m_code;

    // State of the current function.
    struct FunctionState {
        ptx::ControlFlowGraph graph;
        std::vector<std::uint32_t> order;
        RowAssignment rows;
        std::map<std::int32_t, ParameterRows> parameterRows; ///< by variable
        std::map<std::int32_t, std::uint64_t> localOffsets;  ///< by variable
        /// By register: written once, by a move of a launch constant. Such a register uses the
        /// constant's row, and the move needs no record.
        std::vector<bool> constantRegister;
        std::vector<bool> uniformRegister; ///< by register: constant and the same in all lanes
        AddressFusion fusion;
        std::vector<bool> copies;             ///< by instruction, see copies.h
        std::uint16_t savedStackTop = kNoRow; ///< row; of a function that calls alloca
    };
    std::vector<FunctionState> m_states; ///< by index in m_code.functions
    const ptx::Function* m_function = nullptr;
    FunctionState* m_state = nullptr;
    std::uint32_t m_codeIndex = 0;
    std::uint32_t m_instruction = 0;
    std::vector<std::uint32_t> m_blockStart; ///< by block: record, or ~0
    std::vector<Branch> m_branches;
    std::vector<PollingLoop> m_loops; ///< short loops of all functions

    std::unordered_multimap<std::uint64_t, std::size_t> m_constantsByBits; ///< into Code::constants
    std::uint32_t m_nextRow = 0;
    std::uint32_t m_nextPredicate = 0;
    BorrowedRows m_narrowRows, m_wideRows, m_predicateRows;
    std::map<std::pair<std::int32_t, std::int32_t>, std::uint64_t> m_sharedOffsets;
    /// If the last record is a comparison: its key part (".lt.s32") and the record.
    std::string m_comparison;
    std::size_t m_comparisonRecord = ~std::size_t{0};
    std::vector<InstInfo> m_waitingElided; ///< to be elided into the next record
    /// In the current load: operands larger than its type, and the rows loaded for them.
    std::vector<std::pair<Operand, std::uint16_t>> m_widened;
    struct WideAddress {
        std::uint16_t row = kNoRow;
        bool isMade = false; ///< the row is valid at this point of the block
    };
    std::map<std::int32_t, WideAddress> m_wideAddresses; ///< of the function, by 32-bit register
    std::multimap<std::uint32_t, std::int32_t> m_wideAddressesByEnd; ///< by last use of it
};

/// A .texref, .surfref or .samplerref of the module, and why it cannot be used.
bool isOpaque(const ptx::Variable& variable);
std::string describeOpaque(const ptx::Variable& variable);

/// Modifiers that change arithmetic without choosing another form, taken out of the list.
std::uint32_t takeFlags(std::vector<std::string_view>& modifiers);
/// opcode.modifier.modifier
std::string joined(std::string_view opcode, std::span<const std::string_view> modifiers);

} // namespace warpbench::simgpu::engine
