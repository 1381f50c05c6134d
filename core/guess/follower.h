// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/guess/c_value.h"
#include "core/guess/host_program.h"
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

/// What readHostProgram() is made of; no other file needs it.
namespace warpbench::guess::host {

using compile::Declaration;

constexpr int kDeepestCall = 8;
constexpr int kDeepestStatement = 60;
constexpr int kMostSteps = 20000;
/// Calls below a loop in which a launch is looked for.
constexpr int kDeepestLaunch = 3;
constexpr std::size_t kMostLaunches = 16;
/// While a loop is followed, before what repeats is left out.
constexpr std::size_t kMostFollowedLaunches = 64;

bool contains(Tokens tokens, std::string_view word);
/// What a call is given: `name<T>(a, b)` at `i`. Empty where it is none.
std::vector<Tokens> argumentsOf(Tokens t, std::size_t i);
/// `(void *)&k`, `reinterpret_cast<const void *>(k)` and `(k)` are k.
Tokens withoutCasts(Tokens t);
/// cudaLaunchKernel and its kin.
bool isFollowedCall(std::string_view name);
/// Empty where there is none.
std::string_view lastWord(Tokens tokens);
/// Of two numbers, in a project's words; else unknown.
Value product(const Value& a, const Value& b);
/// A number that represents one that the program gets from outside.
Value assumedFor(const std::string& name);

struct Variable {
    Value value;
    std::string type; ///< without its stars
    bool isArray = false;
    Value row{}; ///< elements that one step of a pointer to rows passes; unknown: one
    /// What a distribution of the standard library was made with, "uniform_int_distribution(1, 6)".
    std::vector<Value> parameters{};
    std::string kernel{};            ///< that it points to; empty: none that is known
    std::vector<Tokens> addressed{}; ///< `void *arguments[] = {&a, &n}`: a and n

    bool isDistribution() const { return type.find("_distribution") != std::string::npos; }
};

using Variables = std::map<std::string, Variable, std::less<>>;

/// A `__constant__` or `__device__` variable.
struct DeviceVariable {
    std::string type;
    Value count;
};

/// `for (start; condition; step)`; while and do have only a condition.
struct LoopHead {
    Tokens start;
    Tokens condition;
    Tokens step;
    bool atEnd = false; ///< do: the first pass asks nothing
};

/// A loop without launches, which is followed once for all its passes.
struct FillLoop {
    std::string name;                     ///< of its variable; empty: it has none that is seen
    bool counted = false;                 ///< by that variable
    bool regular = false;                 ///< from 0 on, or down to it, in steps of one
    bool cut = false;                     ///< some passes, or parts of them, may be left out
    Value passes{};                       ///< of a regular one that goes up
    std::set<std::string_view> varying{}; ///< other variables that have another value in each pass
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
    std::vector<Tokens> extents{}; ///< what is between its square brackets
    Tokens initialiser{};          ///< after `=`, or in brackets
    std::vector<Tokens> row{};     ///< of `float (*p)[4]` the extents of what it points to
};

struct StructMember {
    std::string name;
    std::string type; ///< without its stars
    Tokens initialiser;
    bool pointer = false;
    std::vector<Tokens> extents = {}; ///< of an array
};

struct StructType {
    std::vector<StructMember> members;
    bool plain = true; ///< without functions: a list of values goes to the members in their order
};

/// Goes through a program's text once, from main on, and keeps what variables hold.
class Follower {
  public:
    explicit Follower(const std::vector<std::pair<std::string, std::string>>& files);
    HostProgram run();

  private:
    /// Of a program without main: the functions that launch; of a template those that call it.
    std::vector<const Function*> launchers();

    // ---- what the files declare

    void readFile(const std::string& path, const std::string& text);
    /// The macros that hold, by the conditions around them.
    void readDefinitions(const std::vector<compile::Directive>& directives);
    bool isDefined(std::string_view macro) const;
    /// Leaves those of the guarded macros that are whole numbers, with these.
    void readGuarded();
    /// Of an #if.
    bool holds(const std::vector<Token>& condition);
    /// `typedef float real;`, `using real = float;`
    void readAlias(Tokens tokens);
    /// The members of a struct, and its size where all are plain, aligned as C++ does.
    void readStruct(const std::vector<Token>& tokens, const Declaration& d);
    /// `enum { width = 40, height }`: its names are numbers.
    void readEnum(Tokens body);
    /// How many elements a declared array has, of all its dimensions; 1 of no array.
    Value elementsOf(const Declarator& d);
    /// sizeof(x): of a type, of an array with all its elements, or of one (`x[0]`, `*x`).
    Value sizeOfNamed(const std::string& what) const;
    void readDeviceVariable(Tokens t);
    /// Of macros and the files' own constants.
    void noteNumbers();

    // ---- values

    std::size_t sizeOf(const std::string& type) const;
    /// Bytes, as CUDA aligns its own type or a struct of the program.
    std::size_t alignmentOf(const std::string& type) const;
    std::string resolved(std::string type) const;
    Scope scope();
    Value variable(std::string_view name);
    /// Calls within calls come back here, so this bounds how deep the stack gets.
    Value call(std::string_view name, Tokens inside);
    Value valueOfCall(std::string_view name, Tokens inside);
    static Value mathCall(std::string_view name, const std::vector<Value>& v);
    static std::string integerText(const Value& value);
    static void setExtent(Value& grid, std::size_t axis, const Value& value);

    // ---- functions

    /// Follows a function's body with its parameters bound; gives what it returns.
    Value enter(const Function& function, const std::vector<Tokens>& arguments,
                const std::vector<Value>& values);
    /// `template <class T> void run()` called as run<float>(): T is float from here on.
    /// \param inner  the function's variables, which gets those that are numbers
    void bindTemplate(Tokens all, const Declaration& d, Variables& inner);
    Value assume(const std::string& name, const Function& function, Tokens where);
    /// A variable that holds a plain number becomes a parameter of the project.
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
    /// Pass after pass, until they are through or their launches repeat.
    void launchLoop(const LoopHead& head, Tokens body, int depth);
    /// Keeps so many of the launches from `first` on, which the loop makes again and again.
    void keepLaunches(LaunchLoop loop);
    /// How often a loop goes round, as it is before its first pass; unknown where that cannot
    /// be told from its head.
    Value passesOf(const LoopHead& head);
    FillLoop fillLoopOf(const LoopHead& head, Tokens body);
    /// What a loop leaves in variables that it changes is not known where it is followed once.
    void forgetChanged(const FillLoop& loop);
    /// Whether a function gives another value each time, by a variable that it keeps.
    bool hasState(std::string_view function) const;
    /// `i++`, `i *= 2`, several with commas.
    void advance(Tokens step);
    bool increment(Tokens t);
    /// Whether a launch is in a function, or in one that is called there.
    /// \param depth  of calls; kDeepestLaunch: nothing that is called counts
    bool launches(const Function& f, int depth) const;
    bool launchesIn(Tokens t, int depth = 0) const;
    void branch(Tokens head, Tokens t, std::size_t after, int depth);
    /// A switch: the case that its value takes, or all where that is not known.
    void choose(Tokens head, Tokens body, int depth);
    void followCase(Tokens t, int depth);
    void simple(Tokens t, bool mayBeParameter);
    /// A function of another file may fill what it is given, or change it between two launches.
    void strangeCall(Tokens t);
    bool changesElement(Tokens t);
    void lambdas(Tokens t);

    // ---- memory

    Value allocate(std::string name, const std::string& type, Value count);
    Value allocateBytes(std::string name, const std::string& type, const Value& bytes);
    Variable* find(std::string_view name);
    /// A call of the runtime or of the C library that makes, fills or copies memory, wherever it
    /// is in the statement (error checks are macros of every shape).
    bool runtimeCall(Tokens t);
    void makeMemory(const std::vector<Tokens>& arguments);
    /// `cudaMalloc(&p, n)` of floats, where n is a number of elements.
    void askForBytes(const std::string& name, const std::string& type, Tokens bytes);
    /// `cudaHostGetDevicePointer(&device, host, 0)`: the same memory.
    void mapMemory(const std::vector<Tokens>& arguments);
    /// `cudaMallocPitch(&p, &pitch, bytes of a row, rows)`
    void makeRows(const std::vector<Tokens>& arguments);
    void fillMemory(std::string_view call, const std::vector<Tokens>& arguments);
    void copyMemory(const Value& target, const std::vector<Tokens>& arguments);
    /// memset: the number that the bytes make of each element.
    void setBytes(Memory& memory, const Value& byte) const;
    void copyToSymbol(const std::vector<Tokens>& arguments);
    /// Whether a call that fills so many elements from a pointer on leaves others as they were.
    static bool isPart(const Memory& memory, const Value& from, const Value& elements);
    Value filledElements(std::string_view call, const std::vector<Tokens>& arguments,
                         const Memory& memory);
    /// What the program asks the device: its properties, and block sizes for a kernel.
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
    /// A scalar's value, a parameter's where it is a plain number.
    Value number(const Declarator& d, const Variable& made, bool mayBeParameter);
    Value makeVector(const Declarator& d, const std::string& type);
    /// What is of a struct, and its members; null: of none that is known.
    const StructType* structOf(const std::string& type) const;
    /// A struct by value: `P p;`, `P p = {1, n};`, `P p = {.n = n};`, `P p = other;`
    Value makeStruct(const StructType& type, Tokens initialiser);
    /// A member of a struct, of a vector type, of an array, or a plain one.
    /// \param dimension  the first of its extents that is not gone through yet
    Value makeMember(const StructMember& member, Tokens initialiser, std::size_t dimension = 0);
    /// `p.member` or `p->member` of a struct that the program sets; null where it is none.
    /// `float *part[4]`: nobody knows yet what they point to.
    Value pointers(const Value& count);
    /// `(float **)malloc(4 * sizeof(float *))`, `new float *[4]`, `std::vector<float *> p(4)`
    Value pointerTable(const Declarator& d, const std::string& type);
    Value* memberAt(Tokens path);
    /// Its type, without its stars; empty: not known.
    std::string typeOfMember(Tokens path);
    /// `malloc(bytes)`, `calloc(n, size)`, `new T[n]`, or another pointer.
    Value makePointer(const std::string& name, const std::string& type, Tokens t);
    bool assignment(Tokens t);
    /// `grid.x = 4`, `grid.y += 1`
    bool setExtentOf(Tokens path, Tokens value);
    /// `n += 2`, `n <<= 1`, of a plain variable.
    void compound(Variable& target, Tokens t, std::size_t equals);
    /// `a[i] = value` in a loop: the array's first contents.
    bool element(Tokens target, Tokens value);
    /// \param index  of the elements; empty: of all
    void fillElements(const Value& array, Tokens index, Tokens value);
    bool coversAll(const Memory& memory, Tokens index);
    /// `*p = value`, `*p++ = value`, `p->member = value`
    bool target(Tokens target, Tokens value);
    /// Whether a value is another one in each pass of the loops that fill, in a way that is not
    /// followed.
    bool isVarying(Tokens value) const;
    /// The same, or it has a loop's own variable in it.
    bool dependsOnPass(Tokens value) const;
    void noteChange(Memory& memory) const;
    void moveBytes(const std::string& type, Memory& to) const;
    void fillRange(Memory& memory, const std::vector<Tokens>& arguments);
    /// A part of an element: what the whole holds is not known.
    bool elementsMember(Tokens target);
    void swapValues(const std::vector<Tokens>& two);
    bool isRandom(Tokens value) const;
    const Variable* distribution(std::string_view name) const;
    bool isEngine(std::string_view name) const;
    bool isDrawn(Tokens value, std::size_t i) const;
    bool fillNormal(Memory& memory, Tokens value);
    bool fillChosen(Memory& memory, Tokens value);
    void fillRandom(Memory& memory, Tokens value);
    /// Something fills it that was not followed.
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
    /// Of `{&a, &n}`; empty ones without an address.
    static std::vector<Tokens> addressesOf(Tokens list);
    /// `arguments[1] = &n`
    bool setAddress(Tokens path, Tokens value);
    void noteLaunched(const Value& value);
    std::optional<Value> temporary(Tokens t, std::string& type);
    /// The kernel that an expression names, with its template arguments; empty: none that is known.
    std::string kernelNamed(Tokens t);
    /// Of a pointer to a function; empty: it is none. \param after  the token behind its parameters
    static std::string_view pointerName(Tokens t, std::size_t& after);
    /// `void (*f)(int *) = k`
    bool kernelPointer(Tokens t);
    Value gridOf(Tokens t);
    static Value asGrid(const Value& value);
    /// What a condition, or a value that is returned, does on the way.
    void effects(Tokens t);
    /// Macros whose text launches, directly or by another macro.
    void findLaunchMacros();
    bool launchMacro(Tokens t);
    static std::vector<Token> expanded(const compile::Macro& macro,
                                       const std::vector<Tokens>& arguments, int line);

    // ---- launches that were not followed

    void noteMissing(std::string what, int line);
    /// The functions of a struct, which are not followed.
    void readMethods(Tokens body);
    /// The program does not go this way.
    void skip(Tokens t);
    /// Launches in a text, and in what it calls, that were not followed though the program may come
    /// there.
    void noteUnseen(Tokens t, std::set<std::string_view>& visited);
    void noteAllUnseen();
    /// Numbers that only main knows are written out.
    std::string templateArguments(Tokens t);

    std::deque<std::vector<Token>> m_tokens; ///< of each file, and what macros made
    compile::Macros m_macros;
    compile::Macros m_definitions; ///< of them those that hold
    std::map<std::string, StructType, std::less<>> m_structs;
    std::map<std::string, std::size_t> m_alignments; ///< of those whose size is known, bytes
    std::map<std::string, Function, std::less<>> m_functions;
    std::multimap<std::string_view, Tokens> m_bodies; ///< of all functions of the host
    std::set<std::string, std::less<>> m_kernels;
    std::set<std::string_view> m_launchMacros;
    std::set<const char*> m_sites;                  ///< launches that were followed, or noted
    std::map<const Token*, const Token*> m_skipped; ///< begins and ends of texts
    std::vector<std::pair<const std::vector<Token>*, Declaration>> m_globals;
    std::vector<std::pair<const std::vector<Token>*, Declaration>> m_deviceGlobals;
    HostProgram m_program;
    Variables m_variables; ///< of the function that is followed
    Variables m_outer;     ///< of the files
    std::set<std::string> m_enumerators;
    Variables m_elements; ///< of loops over ranges: the array that an element's name represents
    std::map<std::string, DeviceVariable, std::less<>> m_deviceVariables;
    std::vector<std::string> m_loopNames;
    std::vector<FillLoop> m_fills; ///< that are being followed, the innermost last
    int m_unsure = 0; ///< branches around, of which nobody knows whether they are taken
    std::vector<std::string> m_templateArguments; ///< of the call that is being entered
    std::set<std::string> m_templateNames;        ///< of parameters that arguments were bound to
    Value m_returned;
    const std::string* m_file = nullptr;
    int m_loops = 0;
    std::vector<Question> m_copiedLate; ///< symbols since the last launch
    int m_launchLoops = 0;              ///< of m_loops those that are followed pass after pass
    int m_deviceCopies = 0; ///< that a loop of launches makes: a project has no such step
    int m_depth = 0;
    int m_macroDepth = 0;
    int m_callDepth = 0;
    int m_members = 0; ///< of structs within the one that is being made
    int m_steps = 0;
};

} // namespace warpbench::guess::host
