// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/follow/c_value.h"
#include "core/follow/host_program.h"
#include "core/sources/declarations.h"

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Internals of readHostProgram(); not for other files.
namespace warpbench::guess::host {

using compile::Declaration;

constexpr int kDeepestCall = 8;
constexpr int kDeepestStatement = 60;
constexpr int kMostSteps = 20000;
/// Depth of calls below a loop in which launches are searched for.
constexpr int kDeepestLaunch = 3;
constexpr std::size_t kMostLaunches = 16;
/// Launches of a loop that are followed before repetitions are dropped.
constexpr std::size_t kMostFollowedLaunches = 64;

bool contains(Tokens tokens, std::string_view word);
/// The arguments of the call `name<T>(a, b)` at `i`. Empty if it is not a call.
std::vector<Tokens> argumentsOf(Tokens t, std::size_t i);
/// `(void *)&k`, `reinterpret_cast<const void *>(k)` and `(k)` are k.
Tokens withoutCasts(Tokens t);
/// cudaLaunchKernel and similar functions.
bool isFollowedCall(std::string_view name);
/// Empty if there is no word.
std::string_view lastWord(Tokens tokens);
/// Of two numbers, as a project file expression; otherwise unknown.
Value product(const Value& a, const Value& b);
/// A number that stands in for an input of the program.
Value assumedFor(const std::string& name);

struct Variable {
    Value value;
    std::string type; ///< without asterisks
    bool isArray = false;
    Value row{}; ///< elements per step of a pointer to rows; unknown: one
    /// The construction of a standard library distribution, "uniform_int_distribution(1, 6)".
    std::vector<Value> parameters{};
    std::string kernel{};            ///< that it points to; empty: unknown
    std::vector<Tokens> addressed{}; ///< `void *arguments[] = {&a, &n}`: a and n

    bool isDistribution() const { return type.find("_distribution") != std::string::npos; }
};

using Variables = std::map<std::string, Variable, std::less<>>;

/// A `__constant__` or `__device__` variable.
struct DeviceVariable {
    std::string type;
    Value count;
};

/// `for (start; condition; step)`; while and do only have a condition.
struct LoopHead {
    Tokens start;
    Tokens condition;
    Tokens step;
    bool atEnd = false; ///< do: the condition is not checked before the first pass
};

/// A loop without launches, which is followed once for all passes.
struct FillLoop {
    std::string name;                     ///< of its variable; empty: not found
    bool counted = false;                 ///< by that variable
    bool regular = false;                 ///< counts up from 0, or down to it, in steps of one
    bool cut = false;                     ///< some passes, or parts of them, may be skipped
    Value passes{};                       ///< if it is regular and counts up
    std::set<std::string_view> varying{}; ///< other variables that change with each pass
};

struct Function {
    const std::vector<Token>* tokens = nullptr;
    const std::string* file = nullptr;
    Declaration declaration;
};

/// The declarator of `type *name[3] = value`.
struct Declarator {
    std::string name{};
    bool pointer = false;
    std::vector<Tokens> extents{}; ///< contents of its square brackets
    Tokens initialiser{};          ///< after `=`, or in brackets
    std::vector<Tokens> row{};     ///< for `float (*p)[4]`: the extents of its target
};

struct StructMember {
    std::string name;
    std::string type; ///< without asterisks
    Tokens initialiser;
    bool pointer = false;
    std::vector<Tokens> extents = {}; ///< of an array
};

struct StructType {
    std::vector<StructMember> members;
    bool plain = true; ///< without functions: a list of values initializes the members in order
};

/// Goes through a program's text once, starting at main, and tracks the values of variables.
class Follower {
  public:
    explicit Follower(const std::vector<std::pair<std::string, std::string>>& files);
    HostProgram run();

  private:
    /// In a program without main: the functions that launch; for a template, those that call it.
    std::vector<const Function*> launchers();

    // ---- declarations in the files

    void readFile(const std::string& path, const std::string& text);
    /// The active macros, according to the conditions around them.
    void readDefinitions(const std::vector<compile::Directive>& directives);
    bool isDefined(std::string_view macro) const;
    /// Keeps those guarded macros that are integers, in addition to these.
    void readGuarded();
    /// Evaluates the condition of an #if.
    bool holds(const std::vector<Token>& condition);
    /// `typedef float real;`, `using real = float;`
    void readAlias(Tokens tokens);
    /// The members of a struct, and its size if all are plain, aligned as in C++.
    void readStruct(const std::vector<Token>& tokens, const Declaration& d);
    /// `enum { width = 40, height }`: defines its names as numbers.
    void readEnum(Tokens body);
    /// Total number of elements in all dimensions of a declared array; 1 if it is not an array.
    Value elementsOf(const Declarator& d);
    /// sizeof(x) for a type, a whole array, or an element (`x[0]`, `*x`).
    Value sizeOfNamed(const std::string& what) const;
    void readDeviceVariable(Tokens t);
    /// Records the numbers of macros and of the files' constants.
    void noteNumbers();

    // ---- values

    std::size_t sizeOf(const std::string& type) const;
    /// In bytes, for a CUDA type or a struct of the program.
    std::size_t alignmentOf(const std::string& type) const;
    std::string resolved(std::string type) const;
    Scope scope();
    Value variable(std::string_view name);
    /// Nested calls also come here, so this limits the depth of the stack.
    Value call(std::string_view name, Tokens inside);
    Value valueOfCall(std::string_view name, Tokens inside);
    static Value mathCall(std::string_view name, const std::vector<Value>& v);
    static std::string integerText(const Value& value);
    static void setExtent(Value& grid, std::size_t axis, const Value& value);

    // ---- functions

    /// Follows a function's body with its parameters bound; returns its result.
    Value enter(const Function& function, const std::vector<Tokens>& arguments,
                const std::vector<Value>& values);
    /// `template <class T> void run()` called as run<float>(): binds T to float.
    /// \param inner  the function's variables, extended with numeric template parameters
    void bindTemplate(Tokens all, const Declaration& d, Variables& inner);
    Value assume(const std::string& name, const Function& function, Tokens where);
    /// Turns a variable that holds a plain number into a parameter of the project.
    Value asParameter(const std::string& name, Value value);

    // ---- statements

    void block(Tokens tokens, int depth);
    static std::size_t endOfStatement(Tokens t, std::size_t i, int depth);
    void statement(Tokens t, int depth, bool mayBeParameter);
    void control(Tokens t, int depth);
    static std::string_view loopName(Tokens t);
    void doLoop(Tokens t, int depth);
    void loop(const LoopHead& head, Tokens body, int depth);
    /// `for (auto &c : grid) c = 1;`
    void rangeLoop(Tokens head, std::size_t colon, Tokens body, int depth);
    /// Follows pass after pass until the end, or until the launches repeat.
    void launchLoop(const LoopHead& head, Tokens body, int depth);
    /// Keeps `loop.count` of the launches from `loop.first` on, which the loop repeats.
    void keepLaunches(LaunchLoop loop);
    /// Number of passes of a loop, as seen before its first pass; unknown if its head does not
    /// determine it.
    Value passesOf(const LoopHead& head);
    FillLoop fillLoopOf(const LoopHead& head, Tokens body);
    /// Variables changed by a loop become unknown if the loop is only followed once.
    void forgetChanged(const FillLoop& loop);
    /// Whether a function returns a new value each time, because it keeps state in a variable.
    bool hasState(std::string_view function) const;
    /// `i++`, `i *= 2`, several separated by commas.
    void advance(Tokens step);
    bool increment(Tokens t);
    /// Whether a function, or one that it calls, contains a launch.
    /// \param depth  of calls; kDeepestLaunch: do not look into called functions
    bool launches(const Function& f, int depth) const;
    bool launchesIn(Tokens t, int depth = 0) const;
    void branch(Tokens head, Tokens t, std::size_t after, int depth);
    /// A switch: follows the case for its value, or all cases if that is unknown.
    void choose(Tokens head, Tokens body, int depth);
    void followCase(Tokens t, int depth);
    void simple(Tokens t, bool mayBeParameter);
    /// A function of another file may fill its arguments, or change them between two launches.
    void strangeCall(Tokens t);
    bool changesElement(Tokens t);
    void lambdas(Tokens t);

    // ---- memory

    Value allocate(std::string name, const std::string& type, Value count);
    Value allocateBytes(std::string name, const std::string& type, const Value& bytes);
    Variable* find(std::string_view name);
    /// A call of the runtime or the C library that allocates, fills or copies memory, anywhere in
    /// the statement (error-checking macros come in every shape).
    bool runtimeCall(Tokens t);
    void makeMemory(const std::vector<Tokens>& arguments);
    /// `cudaMalloc(&p, n)` for floats, where n is the number of elements instead of bytes.
    void askForBytes(const std::string& name, const std::string& type, Tokens bytes);
    /// `cudaHostGetDevicePointer(&device, host, 0)`: the same memory.
    void mapMemory(const std::vector<Tokens>& arguments);
    /// `cudaMallocPitch(&p, &pitch, bytes of a row, rows)`
    void makeRows(const std::vector<Tokens>& arguments);
    void fillMemory(std::string_view call, const std::vector<Tokens>& arguments);
    void copyMemory(const Value& target, const std::vector<Tokens>& arguments);
    /// memset: converts the byte to the value of each element.
    void setBytes(Memory& memory, const Value& byte) const;
    void copyToSymbol(const std::vector<Tokens>& arguments);
    /// Whether a call that fills `elements` from a pointer on leaves other elements unchanged.
    static bool isPart(const Memory& memory, const Value& from, const Value& elements);
    Value filledElements(std::string_view call, const std::vector<Tokens>& arguments,
                         const Memory& memory);
    /// Queries of the device: its properties, and block sizes for a kernel.
    bool deviceCall(std::string_view name, const std::vector<Tokens>& arguments);
    void takeFromDevice(Tokens target, double number);
    Value deviceNumber(const std::string& name, double number, int line);
    static void fillWith(Memory& memory, const Value& value);
    /// `int a[] = {1, 2, 3}`
    void fillFromList(Memory& memory, Tokens list);

    // ---- declarations and assignments

    std::vector<Declarator> declarators(Tokens t, std::string& type) const;
    bool declaration(Tokens t, bool mayBeParameter);
    void declare(const Declarator& d, const std::string& type, bool mayBeParameter);
    /// A scalar's value, or a parameter if it is a plain number.
    Value number(const Declarator& d, const Variable& made, bool mayBeParameter);
    Value makeVector(const Declarator& d, const std::string& type);
    /// The struct with this name; null if it is unknown.
    const StructType* structOf(const std::string& type) const;
    /// A struct by value: `P p;`, `P p = {1, n};`, `P p = {.n = n};`, `P p = other;`
    Value makeStruct(const StructType& type, Tokens initialiser);
    /// A member that is a struct, a vector type, an array, or a plain value.
    /// \param dimension  the first of its extents that has not been processed
    Value makeMember(const StructMember& member, Tokens initialiser, std::size_t dimension = 0);
    /// `p.member` or `p->member` of a struct that the program sets; null if it is something else.
    /// `float *part[4]`: their targets are not yet known.
    Value pointers(const Value& count);
    /// `(float **)malloc(4 * sizeof(float *))`, `new float *[4]`, `std::vector<float *> p(4)`
    Value pointerTable(const Declarator& d, const std::string& type);
    Value* memberAt(Tokens path);
    /// Its type without asterisks; empty: unknown.
    std::string typeOfMember(Tokens path);
    /// `malloc(bytes)`, `calloc(n, size)`, `new T[n]`, or another pointer.
    Value makePointer(const std::string& name, const std::string& type, Tokens t);
    bool assignment(Tokens t);
    /// `grid.x = 4`, `grid.y += 1`
    bool setExtentOf(Tokens path, Tokens value);
    /// `n += 2`, `n <<= 1` on a plain variable.
    void compound(Variable& target, Tokens t, std::size_t equals);
    /// `a[i] = value` in a loop: the array's first contents.
    bool element(Tokens target, Tokens value);
    /// \param index  of the elements; empty: all
    void fillElements(const Value& array, Tokens index, Tokens value);
    bool coversAll(const Memory& memory, Tokens index);
    /// `*p = value`, `*p++ = value`, `p->member = value`
    bool target(Tokens target, Tokens value);
    /// Whether a value changes with each pass of the current fill loops, in a way that cannot be
    /// followed.
    bool isVarying(Tokens value) const;
    /// The same, or it uses a loop variable.
    bool dependsOnPass(Tokens value) const;
    void noteChange(Memory& memory) const;
    void moveBytes(const std::string& type, Memory& to) const;
    void fillRange(Memory& memory, const std::vector<Tokens>& arguments);
    /// Sets a part of an element, which makes the contents of the whole unknown.
    bool elementsMember(Tokens target);
    void swapValues(const std::vector<Tokens>& two);
    bool isRandom(Tokens value) const;
    const Variable* distribution(std::string_view name) const;
    bool isEngine(std::string_view name) const;
    bool isDrawn(Tokens value, std::size_t i) const;
    bool fillNormal(Memory& memory, Tokens value);
    bool fillChosen(Memory& memory, Tokens value);
    void fillRandom(Memory& memory, Tokens value);
    /// Something that was not followed fills it.
    static void fillUnclear(Memory& memory);
    std::optional<std::array<Value, 2>> randomRange(Tokens value, double modulus);

    // ---- launches

    void launch(Tokens t, std::size_t open);
    void addLaunch(LaunchCall call, const std::vector<Tokens>& arguments);
    bool launchCall(Tokens t);
    std::optional<std::vector<Tokens>> launchArguments(const std::vector<Tokens>& given,
                                                       LaunchCall& call);
    std::optional<std::vector<Tokens>> configuredLaunch(const std::vector<Tokens>& given,
                                                        bool byAddress, LaunchCall& call);
    std::optional<std::vector<Tokens>> addressesIn(Tokens t);
    /// For `{&a, &n}`; entries without an address are empty.
    static std::vector<Tokens> addressesOf(Tokens list);
    /// `arguments[1] = &n`
    bool setAddress(Tokens path, Tokens value);
    void noteLaunched(const Value& value);
    std::optional<Value> temporary(Tokens t, std::string& type);
    /// The kernel that an expression refers to, with its template arguments; empty: unknown.
    std::string kernelNamed(Tokens t);
    /// For a pointer to a function; otherwise empty. \param after  the token after its parameters
    static std::string_view pointerName(Tokens t, std::size_t& after);
    /// `void (*f)(int *) = k`
    bool kernelPointer(Tokens t);
    Value gridOf(Tokens t);
    static Value asGrid(const Value& value);
    /// Side effects of a condition or a returned value.
    void effects(Tokens t);
    /// Finds macros that launch, directly or through another macro.
    void findLaunchMacros();
    bool launchMacro(Tokens t);
    static std::vector<Token> expanded(const compile::Macro& macro,
                                       const std::vector<Tokens>& arguments, int line);

    // ---- launches that could not be followed

    void noteMissing(std::string what, int line);
    /// Collects the member functions of a struct, which are not followed.
    void readMethods(Tokens body);
    /// Skips code that the program does not reach.
    void skip(Tokens t);
    /// Reports launches in a text, and in the functions it calls, that were not followed although
    /// the program may reach them.
    void noteUnseen(Tokens t, std::set<std::string_view>& visited);
    void noteAllUnseen();
    /// Replaces names only known in main by their numbers.
    std::string templateArguments(Tokens t);

    std::deque<std::vector<Token>> m_tokens; ///< of each file, and from macro expansions
    compile::Macros m_macros;
    compile::Macros m_definitions; ///< the active ones
    std::map<std::string, StructType, std::less<>> m_structs;
    std::map<std::string, std::size_t> m_alignments; ///< of types of known size, in bytes
    std::map<std::string, Function, std::less<>> m_functions;
    std::multimap<std::string_view, Tokens> m_bodies; ///< of all host functions
    std::set<std::string, std::less<>> m_kernels;
    std::set<std::string_view> m_launchMacros;
    std::set<const char*> m_sites;                  ///< launches that were followed or reported
    std::map<const Token*, const Token*> m_skipped; ///< starts and ends of skipped code
    std::vector<std::pair<const std::vector<Token>*, Declaration>> m_globals;
    std::vector<std::pair<const std::vector<Token>*, Declaration>> m_deviceGlobals;
    HostProgram m_program;
    Variables m_variables; ///< of the current function
    Variables m_outer;     ///< at file scope
    std::set<std::string> m_enumerators;
    Variables m_elements; ///< of range-based loops: the array of each element name
    std::map<std::string, DeviceVariable, std::less<>> m_deviceVariables;
    std::vector<std::string> m_loopNames;
    std::vector<FillLoop> m_fills; ///< the loops being followed, the innermost last
    int m_unsure = 0;              ///< number of enclosing branches whose condition is unknown
    std::vector<std::string> m_templateArguments; ///< of the call being entered
    std::set<std::string> m_templateNames;        ///< of template parameters with bound arguments
    Value m_returned;
    const std::string* m_file = nullptr;
    int m_loops = 0;
    std::vector<Question> m_copiedLate; ///< symbols since the last launch
    int m_launchLoops = 0;              ///< number of loops being followed pass after pass
    int m_deviceCopies = 0;             ///< made by a loop of launches: not supported in projects
    int m_depth = 0;
    int m_macroDepth = 0;
    int m_callDepth = 0;
    int m_members = 0; ///< nesting depth of the struct being created
    int m_steps = 0;
};

} // namespace warpbench::guess::host
