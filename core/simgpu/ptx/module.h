// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/modifiers.h"
#include "core/simgpu/ptx/opcode.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Parsed PTX: names resolved, scopes flattened, nothing executed. The parser knows the grammar of
/// PTX ISA 9.0, but not which modifiers an opcode takes: an instruction keeps its modifiers in
/// order, check/check.h validates them, and the decoder (core/simgpu/engine/decode) interprets
/// them.
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
    // Types that only occur in modifiers of instructions.
    e2m1,
    e2m3,
    e3m2,
    ue8m0,
    ue4m3,
    e2m1x4,
    e2m3x4,
    e3m2x4,
    e4m3x4,
    e5m2x4,
    u8x4,
    s8x4,
    u4,
    s4,
    u2,
    s2,
    b1,
};
/// Size of one value in bytes; 0 for pred, opaque types and types of less than a byte. An opaque
/// reference counts as 8 bytes in the size of a variable.
int sizeOf(Type type) noexcept;
bool isSignedInteger(Type type) noexcept;    ///< s8 to s64
std::string_view nameOf(Type type) noexcept; ///< "u32", without the dot
/// The type with a modifier's name such as "u32"; `none` if it is not a type.
Type typeNamed(std::string_view name) noexcept;

enum class Space : std::uint8_t { generic, reg, param, global, constant, shared, local };

/// A line and column of the PTX text, from 1.
struct Position {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    bool operator==(const Position&) const = default;
};

/// A `.loc`: the CUDA source location of an instruction.
struct SourceLocation {
    std::uint32_t file = 0; ///< key of Module::files
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::string function;        ///< for inlined code, otherwise empty
    std::int32_t inlinedAt = -1; ///< index of the caller's location in Module::locations; -1: none
    bool operator==(const SourceLocation&) const = default;
};

/// Special registers: %tid.x etc. `dim` 0 to 3 is .x .y .z .w; 0 if it has no components.
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
    envreg,               ///< index in SpecialOperand::dim (0 to 31)
    reserved_smem_offset, ///< dim: 0 _begin, 1 _end, 2 _cap, 3 _0, 4 _1
    total_smem_size,
    aggr_smem_size,
    dynamic_smem_size,
    current_graph_exec,
    pm,
    pm64, ///< index in dim
};

struct Operand {
    enum class Kind : std::uint8_t {
        reg,        ///< `reg`, an index into Function::registers; `negated` for !%p
        immediate,  ///< `bits`: integer as 64-bit two's complement, or the bits of a float literal
        special,    ///< `special`, `dim`
        symbol,     ///< address of a variable, function or parameter: `symbol`, plus `offset`
        address,    ///< [base + offset]: base is `reg`, `symbol` or none (absolute `offset`)
        label,      ///< `label`, an index into Function::labels
        vector,     ///< {a, b, …}: `elements`
        tuple,      ///< texture operand [tex, sampler, {coordinates}] and that of TMA: `elements`
        discard,    ///< _
        targetList, ///< for brx.idx: `label` is an index into Function::targetLists
    };
    /// How an immediate was written, because 0f3F800000 fits both .f32 and .b32.
    enum class Literal : std::uint8_t { integer, unsignedInteger, f32, f64 };

    Kind kind = Kind::discard;
    Literal literal = Literal::integer;
    bool negated = false;  ///< !%p; also the unary minus of a value (-%r), which passes make
    std::int32_t reg = -1; ///< register index; -1 none
    std::int32_t predicateOut = -1; ///< the second half of d|p: a register index
    std::int32_t symbol = -1;       ///< index into Module::symbols, or see symbolScope
    bool symbolIsLocal = false;     ///< `symbol` indexes Function::variables instead
    SpecialRegister special{};
    std::uint8_t dim = 0;
    std::int32_t selector = -1; ///< for video instructions, see selectorParts(); -1 none
    std::int32_t label = -1;
    /// `symbol[reg]`: bytes per element. Then `symbol` and `reg` are both set, and the address is
    /// symbol + reg * indexScale + offset.
    std::uint32_t indexScale = 0;
    std::uint64_t bits = 0;
    std::int64_t offset = 0;
    /// The first element of a tuple is the address: `reg` or `symbol`, or `address` if it has an
    /// offset. A vector register (.reg .v4) is resolved to the vector of its components.
    std::vector<Operand> elements;
    bool operator==(const Operand&) const = default;
};
inline Operand registerOperand(std::int32_t reg) {
    Operand operand;
    operand.kind = Operand::Kind::reg;
    operand.reg = reg;
    return operand;
}

/// The parts of a register that a selector names: .b0 to .b3, .h0, .h1, and in SIMD instructions
/// .h32, .b7654, …, with one digit per element, the first element's digit last.
struct SelectorParts {
    bool halves = false; ///< .h, otherwise .b
    int count = 0;
    std::array<std::uint8_t, 4> parts{}; ///< of element 0, 1, …
};
constexpr SelectorParts selectorParts(std::int32_t selector) {
    SelectorParts result;
    result.halves = selector >> 20 & 1;
    result.count = selector >> 16 & 15;
    for (int i = 0; i < 4; ++i)
        result.parts[static_cast<std::size_t>(i)] =
            static_cast<std::uint8_t>(selector >> (4 * i) & 15);
    return result;
}

struct Instruction {
    std::string_view opcode;     ///< "ld", as written; interned, lives as long as the module
    Opcode op = Opcode::unknown; ///< the same as an enumerator, for everything but printing
    Modifiers modifiers;         ///< also live as long as the module
    std::int32_t guard = -1;     ///< predicate register; -1: always
    bool guardNegated = false;
    std::vector<Operand> operands; ///< as written, destination first
    Position position;
    std::int32_t location = -1; ///< index into Module::locations; -1: none
    bool isAdded = false;       ///< by a pass: not in the text and not counted as executed
    bool isFused = false;       ///< done by the instructions that read its result (fuseProducts())

    // Only for `call`: the parts of its operand list.
    std::vector<Operand> callReturns;
    std::vector<Operand> callArguments;
    /// operands[0] of a `call` is its target: a symbol, or a register for an indirect call.
    std::int32_t callPrototype = -1; ///< index into Function::prototypes (indirect calls)
    std::int32_t callTargets = -1;   ///< or index into Function::targetLists (.calltargets)
    bool operator==(const Instruction&) const = default;

    void setOpcode(Opcode which) {
        op = which;
        opcode = traitsOf(which).text;
    }
};

struct Register {
    std::string name; ///< "%r12"; may repeat in nested scopes
    Type type = Type::b32;
    bool operator==(const Register&) const = default;
};

/// A part of a variable's initial value that is an address instead of a number.
struct Relocation {
    std::uint64_t offset = 0; ///< bytes into the variable
    std::int32_t symbol = -1; ///< index into Module::symbols
    std::int64_t addend = 0;
    bool generic = false;   ///< generic(symbol): convert to a generic address
    std::uint8_t size = 8;  ///< bytes
    std::uint64_t mask = 0; ///< for expressions like 0xff00(symbol); 0: the whole address
    bool operator==(const Relocation&) const = default;
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
    bool isPointer = false; ///< a parameter declared .ptr
    /// The first bytes of the value, at most `size`; the rest is zero. Empty: all zero.
    std::vector<std::byte> initial;
    std::vector<Relocation> relocations;
    Position position;

    Space pointerSpace = Space::generic; ///< of .ptr
    std::uint32_t pointerAlignment = 0;  ///< in bytes, of a .ptr's target; 0: not given
    std::uint8_t vectorWidth = 1;        ///< 2, 4 or 8 for .v2 .v4 .v8; included in `size`
    bool isManaged = false;              ///< .attribute(.managed)
    bool isUnified = false;              ///< .attribute(.unified(…))
    /// For a global or constant variable that is declared inside a function and only visible there:
    /// the function's index in Module::functions; otherwise -1.
    std::int32_t ownerFunction = -1;
    std::int32_t reg = -1; ///< for a .reg parameter: its register; otherwise -1
    /// For .samplerref and .texref: `filter_mode = nearest` etc., as written.
    std::vector<std::pair<std::string, std::string>> properties;
    bool operator==(const Variable&) const = default;
};

/// The signature of a function, for direct and indirect calls.
struct Prototype {
    std::string name; ///< label of a .callprototype
    std::vector<Variable> returns;
    std::vector<Variable> parameters;
    bool noReturn = false;
    bool operator==(const Prototype&) const = default;
};

struct Label {
    std::string name;
    std::uint32_t instruction = 0; ///< index into Function::code of the following instruction;
                                   ///< code.size() for a label at the end
    bool operator==(const Label&) const = default;
};

/// `.branchtargets` and `.calltargets` lists.
struct TargetList {
    std::string name;
    std::vector<std::int32_t> targets; ///< labels, or symbols of functions
    bool calls = false;
    bool operator==(const TargetList&) const = default;
};

struct Function {
    std::string name;
    bool isKernel = false; ///< .entry
    bool isDeclaration = false;
    bool isExtern = false;
    bool isWeak = false;
    Prototype prototype; ///< parameters and return values; for kernels see the layout
    std::vector<std::uint32_t> parameterOffsets; ///< offsets in the parameter block, for kernels
    std::uint32_t parameterBytes = 0;
    std::vector<Register> registers;
    /// First the return values (prototype.returns), then the parameters (prototype.parameters), in
    /// order; then the variables of the body: .local, .shared (also static in device functions),
    /// .param for calls. Indexed by an operand's `symbol` if `symbolIsLocal`.
    std::vector<Variable> variables;
    std::vector<Label> labels;
    std::vector<Prototype> prototypes;
    std::vector<TargetList> targetLists;
    std::vector<Instruction> code;
    // Directives; 0 if missing.
    std::array<std::uint32_t, 3> maxThreads{0, 0, 0};      ///< .maxntid
    std::array<std::uint32_t, 3> requiredThreads{0, 0, 0}; ///< .reqntid
    std::uint32_t minBlocksPerSm = 0;
    std::uint32_t maxRegisters = 0;
    bool explicitCluster = false;
    std::array<std::uint32_t, 3> requiredCluster{0, 0, 0};
    std::uint32_t maxClusterRank = 0;
    Position position;
    bool isVisible = false;
    bool blocksAreClusters = false;
    bool operator==(const Function&) const = default;
};

/// A name that code can refer to.
struct Symbol {
    enum class Kind : std::uint8_t { variable, function };
    Kind kind = Kind::variable;
    std::int32_t index = -1; ///< into Module::variables or Module::functions
    bool operator==(const Symbol&) const = default;
};

/// `.alias name, target`: the symbol of `name` refers to the function `target`.
struct Alias {
    std::int32_t function = -1; ///< index into Module::functions of the alias's declaration
    std::int32_t target = -1;   ///< index into Module::functions
    bool operator==(const Alias&) const = default;
};

/// For a linked module: the part that each item comes from. Each part has its own debug
/// information, whose names may repeat in other parts.
struct LinkedParts {
    struct Renamed {
        std::size_t part = 0;
        std::string before, now;
    };
    std::vector<std::size_t> functions; ///< by function; empty: all belong to one part
    std::vector<std::size_t> sections;  ///< by section; also empty then
    std::vector<Renamed> variables;     ///< private ones that had to be renamed

    std::size_t ofFunction(std::size_t index) const {
        return index < functions.size() ? functions[index] : 0;
    }
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
    /// The DWARF sections of -G code as lines of text, for variable names in stepping.
    std::vector<std::pair<std::string, std::string>> sections;
    LinkedParts parts;
    std::vector<Alias> aliases;
    std::vector<std::string> targetOptions; ///< from .target, after the architecture: "texmode_…"

    const std::string* fileName(std::uint32_t number) const;
    const Function* function(std::string_view name) const;
    const Variable* variable(std::string_view name) const;

    /// Stores a list of modifiers for the module's lifetime.
    /// \param names  texts owned by the module, or literals
    Modifiers keep(std::vector<std::string_view> names);

    /// Owns the interned texts and lists that Instruction refers to. Movable, not copyable.
    Module();
    ~Module();
    Module(Module&&) noexcept;
    Module& operator=(Module&&) noexcept;
    struct Interned;
    std::unique_ptr<Interned> interned;
};

/// Why a text is not PTX that the parser understands.
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

/// Parses a whole module, at 20 MB/s or more. Invalid input never throws and never overflows the
/// stack (10,000 nested scopes are an error). The result does not refer to `text`.
ParseResult parse(std::string_view text);

} // namespace warpbench::simgpu::ptx
