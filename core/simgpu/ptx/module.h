// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// PTX as parsed: names resolved, scopes flattened, nothing executed yet. The parser knows the
/// grammar of PTX ISA 9.0 but not which opcode takes which modifiers: an instruction keeps its
/// modifiers in order, and the decoder (core/simgpu/engine/decode.h) gives them meaning.
namespace warpbench::simgpu::ptx {

enum class Type : std::uint8_t {
    none,
    b8,
    b16,
    b32,
    b64,
    b128,
    u8,
    u16,
    u32,
    u64,
    s8,
    s16,
    s32,
    s64,
    f16,
    f16x2,
    bf16,
    bf16x2,
    tf32,
    f32,
    f64,
    e4m3,
    e5m2,
    e4m3x2,
    e5m2x2,
    e2m1x2,
    e2m3x2,
    e3m2x2,
    ue8m0x2,
    u16x2,
    s16x2,
    f32x2,
    pred,
    texref,
    samplerref,
    surfref,
};
/// Size of one value in bytes; 0 for pred and the opaque types.
int sizeOf(Type type) noexcept;
std::string_view nameOf(Type type) noexcept; ///< "u32", without the dot

enum class Space : std::uint8_t { generic, reg, param, global, constant, shared, local };

/// A line and column of the PTX text, from 1.
struct Position {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

/// One `.loc`: where in the CUDA source an instruction comes from.
struct SourceLocation {
    std::uint32_t file = 0; ///< key of Module::files
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::string function;        ///< of inlined code, else empty
    std::int32_t inlinedAt = -1; ///< index of the caller's location in Module::locations; -1: none
};

/// Special registers: %tid.x and the like. `dim` 0 to 3 is .x .y .z .w; 0 where there is none.
enum class SpecialRegister : std::uint8_t {
    tid,
    ntid,
    laneid,
    warpid,
    nwarpid,
    ctaid,
    nctaid,
    smid,
    nsmid,
    gridid,
    clusterid,
    nclusterid,
    cluster_ctaid,
    cluster_nctaid,
    cluster_ctarank,
    cluster_nctarank,
    is_explicit_cluster,
    lanemask_eq,
    lanemask_le,
    lanemask_lt,
    lanemask_ge,
    lanemask_gt,
    clock,
    clock_hi,
    clock64,
    globaltimer,
    globaltimer_lo,
    globaltimer_hi,
    envreg, ///< index in SpecialOperand::dim (0 to 31)
    reserved_smem_offset,
    total_smem_size,
    aggr_smem_size,
    dynamic_smem_size,
    current_graph_exec,
    pm,
    pm64, ///< index in dim
};

struct Operand {
    enum class Kind : std::uint8_t {
        reg,       ///< `reg`, an index into Function::registers; `negated` for !%p
        immediate, ///< `bits`: integer as 64-bit two's complement, or the bits of a float literal
        special,   ///< `special`, `dim`
        symbol,    ///< address of a variable, function or parameter: `symbol`, plus `offset`
        address,   ///< [base + offset]: base is `reg` (regBase), or `symbol`, or an absolute offset
        label,     ///< `label`, an index into Function::labels
        vector,    ///< {a, b, …}: `elements`
        tuple,     ///< texture operand [tex, sampler, {coordinates}] and TMA's: `elements`
        discard,   ///< _
    };
    /// How an immediate was written: needed because 0f3F800000 fits .f32 and .b32 alike.
    enum class Literal : std::uint8_t { integer, unsignedInteger, f32, f64 };

    Kind kind = Kind::discard;
    Literal literal = Literal::integer;
    bool negated = false;  ///< !%p; also the unary minus on a register (-%r), never emitted
    std::int32_t reg = -1; ///< register index; -1 none
    std::int32_t predicateOut = -1; ///< the second half of d|p: a register index
    std::int32_t symbol = -1;       ///< index into Module::symbols, or see symbolScope
    bool symbolIsLocal = false;     ///< `symbol` indexes Function::variables instead
    SpecialRegister special{};
    std::uint8_t dim = 0;
    std::int8_t selector = -1; ///< .b0 to .b3 / .h0 .h1 (as 4, 5) of video instructions; -1 none
    std::int32_t label = -1;
    std::uint64_t bits = 0;
    std::int64_t offset = 0;
    std::vector<Operand> elements;
};

struct Instruction {
    std::string_view opcode;                 ///< "ld"; interned, lives as long as the module
    std::vector<std::string_view> modifiers; ///< in order, without dots: {"global", "nc", "f32"};
                                             ///< "shared::cta" stays one modifier
    std::int32_t guard = -1;                 ///< predicate register; -1: always
    bool guardNegated = false;
    std::vector<Operand> operands; ///< as written, destination first
    Position position;
    std::int32_t location = -1; ///< index into Module::locations; -1: none

    // For `call`: the parts of its operand list.
    std::vector<Operand> callReturns;
    std::vector<Operand> callArguments;
    std::int32_t callPrototype = -1; ///< index into Function::prototypes (indirect calls)
};

struct Register {
    std::string name; ///< "%r12"; of a nested scope it may repeat
    Type type = Type::b32;
};

/// A part of a variable's initial value that is an address rather than a number.
struct Relocation {
    std::uint64_t offset = 0; ///< bytes into the variable
    std::int32_t symbol = -1; ///< index into Module::symbols
    std::int64_t addend = 0;
    bool generic = false;   ///< generic(symbol): convert to a generic address
    std::uint8_t size = 8;  ///< bytes
    std::uint64_t mask = 0; ///< of mask() expressions; 0: the whole address
};

struct Variable {
    std::string name;
    Space space = Space::global;
    Type type = Type::b8;   ///< element
    std::uint64_t size = 0; ///< bytes; 0 for `extern .shared x[]`
    std::uint32_t alignment = 1;
    bool isExtern = false;
    bool isVisible = false;
    bool isWeak = false;
    bool isCommon = false;
    bool isPointer = false;         ///< a parameter declared .ptr
    std::vector<std::byte> initial; ///< empty: zeros
    std::vector<Relocation> relocations;
    Position position;
};

/// The shape of a function, for direct and indirect calls.
struct Prototype {
    std::string name; ///< label of a .callprototype
    std::vector<Variable> returns;
    std::vector<Variable> parameters;
    bool noReturn = false;
};

struct Label {
    std::string name;
    std::uint32_t instruction = 0; ///< index into Function::code of the one it stands before
};

/// `.branchtargets` and `.calltargets` lists.
struct TargetList {
    std::string name;
    std::vector<std::int32_t> targets; ///< labels, or symbols of functions
    bool calls = false;
};

struct Function {
    std::string name;
    bool isKernel = false; ///< .entry
    bool isDeclaration = false;
    bool isExtern = false;
    bool isWeak = false;
    Prototype prototype; ///< parameters and return values; a kernel's parameters are in the layout
    std::vector<std::uint32_t> parameterOffsets; ///< bytes in the parameter block, kernels
    std::uint32_t parameterBytes = 0;
    std::vector<Register> registers;
    /// Variables of the body: .local, .shared (also static in device functions), .param of calls.
    std::vector<Variable> variables;
    std::vector<Label> labels;
    std::vector<Prototype> prototypes;
    std::vector<TargetList> targetLists;
    std::vector<Instruction> code;
    // Directives; 0 where there is none.
    std::array<std::uint32_t, 3> maxThreads{0, 0, 0};      ///< .maxntid
    std::array<std::uint32_t, 3> requiredThreads{0, 0, 0}; ///< .reqntid
    std::uint32_t minBlocksPerSm = 0;
    std::uint32_t maxRegisters = 0;
    bool explicitCluster = false;
    std::array<std::uint32_t, 3> requiredCluster{0, 0, 0};
    std::uint32_t maxClusterRank = 0;
    Position position;
};

/// A name that code may refer to.
struct Symbol {
    enum class Kind : std::uint8_t { variable, function };
    Kind kind = Kind::variable;
    std::int32_t index = -1; ///< into Module::variables or Module::functions
};

struct Module {
    int versionMajor = 0;
    int versionMinor = 0;
    std::string target; ///< "sm_90"
    int targetArch = 0; ///< 90
    bool targetDebug = false;
    int addressSize = 64;
    std::vector<Variable> variables; ///< module scope
    std::vector<Function> functions;
    std::vector<Symbol> symbols;
    std::vector<SourceLocation> locations;
    std::vector<std::pair<std::uint32_t, std::string>> files; ///< .file number → name
    /// The DWARF sections of -G code, as text lines, for variables' names when stepping.
    std::vector<std::pair<std::string, std::string>> sections;

    const std::string* fileName(std::uint32_t number) const;
    const Function* function(std::string_view name) const;
    const Variable* variable(std::string_view name) const;

    /// Owns the interned strings that Instruction refers to. Movable, not copyable.
    Module();
    ~Module();
    Module(Module&&) noexcept;
    Module& operator=(Module&&) noexcept;
    struct Interned;
    std::unique_ptr<Interned> interned;
};

/// Why a text is not PTX that we understand.
struct ParseError {
    enum class Kind { syntax, unsupportedVersion };
    Kind kind = Kind::syntax;
    Position position;
    std::string text;
};

struct ParseResult {
    std::optional<Module> module; ///< empty on error
    std::optional<ParseError> error;
};

/// Parses a whole module. Never throws for bad input, never overflows the stack (10,000 nested
/// scopes are an error), at least 20 MB/s.
ParseResult parse(std::string_view text);

} // namespace warpbench::simgpu::ptx
