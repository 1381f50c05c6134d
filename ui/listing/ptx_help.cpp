// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/listing/ptx_help.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <iterator>

namespace warpbench::ui {

namespace {

struct Word {
    const char* name;
    const char* meaning;
};

// clang-format off
/// The first operand is the result unless an entry says otherwise.
constexpr Word kOpcodes[] = {
    {"abs", QT_TRANSLATE_NOOP("Ptx", "absolute value")},
    {"activemask", QT_TRANSLATE_NOOP("Ptx", "mask of the warp's lanes that execute this together")},
    {"add", QT_TRANSLATE_NOOP("Ptx", "sum of two values")},
    {"addc", QT_TRANSLATE_NOOP("Ptx", "sum of two values and the carry of the instruction before")},
    {"alloca", QT_TRANSLATE_NOOP("Ptx", "allocates space on the thread's stack; the result is its address")},
    {"and", QT_TRANSLATE_NOOP("Ptx", "bitwise and")},
    {"applypriority", QT_TRANSLATE_NOOP("Ptx", "tells the L2 cache how long to keep a range")},
    {"atom", QT_TRANSLATE_NOOP("Ptx", "reads, changes and writes memory in one step; the result is the old value")},
    {"bar", QT_TRANSLATE_NOOP("Ptx", "barrier: waits until the block's threads have arrived")},
    {"barrier", QT_TRANSLATE_NOOP("Ptx", "barrier of the block or cluster: waits until its threads have arrived")},
    {"bfe", QT_TRANSLATE_NOOP("Ptx", "extracts a bit field from a value")},
    {"bfi", QT_TRANSLATE_NOOP("Ptx", "inserts a bit field into a value")},
    {"bfind", QT_TRANSLATE_NOOP("Ptx", "position of the highest set bit")},
    {"bmsk", QT_TRANSLATE_NOOP("Ptx", "makes a mask: a number of bits from a position on")},
    {"bra", QT_TRANSLATE_NOOP("Ptx", "jumps to a label; with a guard, only the lanes for which it is true")},
    {"brev", QT_TRANSLATE_NOOP("Ptx", "reverses the order of the bits")},
    {"brkpt", QT_TRANSLATE_NOOP("Ptx", "stops for a debugger")},
    {"brx", QT_TRANSLATE_NOOP("Ptx", "jumps to one label of a list, by its index")},
    {"call", QT_TRANSLATE_NOOP("Ptx", "calls a function that was not inlined")},
    {"clz", QT_TRANSLATE_NOOP("Ptx", "counts the zero bits above the highest set one")},
    {"cnot", QT_TRANSLATE_NOOP("Ptx", "1 where the value is 0, else 0")},
    {"copysign", QT_TRANSLATE_NOOP("Ptx", "the second value with the sign of the first")},
    {"cos", QT_TRANSLATE_NOOP("Ptx", "cosine, by the fast unit")},
    {"cp", QT_TRANSLATE_NOOP("Ptx", "copies memory while the thread continues, usually from global to shared memory")},
    {"createpolicy", QT_TRANSLATE_NOOP("Ptx", "creates a policy for what the cache keeps")},
    {"cvt", QT_TRANSLATE_NOOP("Ptx", "converts between types; the result's type comes first")},
    {"cvta", QT_TRANSLATE_NOOP("Ptx", "converts an address between generic and one space; costs little or nothing")},
    {"discard", QT_TRANSLATE_NOOP("Ptx", "drops a range of the L2 cache without writing it back")},
    {"div", QT_TRANSLATE_NOOP("Ptx", "quotient; of integers and of exact floats it is many machine instructions")},
    {"dp2a", QT_TRANSLATE_NOOP("Ptx", "dot product of two 16-bit and two 8-bit values, added up")},
    {"dp4a", QT_TRANSLATE_NOOP("Ptx", "dot product of four 8-bit values, added up")},
    {"elect", QT_TRANSLATE_NOOP("Ptx", "chooses one lane of the warp")},
    {"ex2", QT_TRANSLATE_NOOP("Ptx", "two to the power of a value, by the fast unit")},
    {"exit", QT_TRANSLATE_NOOP("Ptx", "ends the thread")},
    {"fence", QT_TRANSLATE_NOOP("Ptx", "orders memory: others see the accesses before it ahead of those after it")},
    {"fma", QT_TRANSLATE_NOOP("Ptx", "product plus a third value, rounded once")},
    {"fns", QT_TRANSLATE_NOOP("Ptx", "finds the n-th set bit")},
    {"getctarank", QT_TRANSLATE_NOOP("Ptx", "rank in the cluster of the block that an address belongs to")},
    {"griddepcontrol", QT_TRANSLATE_NOOP("Ptx", "lets the next kernel start, or waits for the previous one")},
    {"isspacep", QT_TRANSLATE_NOOP("Ptx", "whether a generic address is in a given space")},
    {"istypep", QT_TRANSLATE_NOOP("Ptx", "whether an operand is a texture, sampler or surface")},
    {"ld", QT_TRANSLATE_NOOP("Ptx", "loads from memory")},
    {"ldmatrix", QT_TRANSLATE_NOOP("Ptx", "the warp loads 8 x 8 matrices from shared memory, spread over its lanes for mma")},
    {"ldu", QT_TRANSLATE_NOOP("Ptx", "loads from memory that all lanes read at one address")},
    {"lg2", QT_TRANSLATE_NOOP("Ptx", "logarithm to base two, by the fast unit")},
    {"lop3", QT_TRANSLATE_NOOP("Ptx", "any logic function of three values, from a truth table of eight bits")},
    {"mad", QT_TRANSLATE_NOOP("Ptx", "product plus a third value")},
    {"mad24", QT_TRANSLATE_NOOP("Ptx", "product of 24-bit integers plus a third value")},
    {"madc", QT_TRANSLATE_NOOP("Ptx", "product plus a third value and the carry of the instruction before")},
    {"mapa", QT_TRANSLATE_NOOP("Ptx", "the same address in the shared memory of another block of the cluster")},
    {"match", QT_TRANSLATE_NOOP("Ptx", "mask of the lanes that hold the same value")},
    {"max", QT_TRANSLATE_NOOP("Ptx", "the larger of two values")},
    {"mbarrier", QT_TRANSLATE_NOOP("Ptx", "barrier in shared memory that counts arrivals and bytes of copies")},
    {"membar", QT_TRANSLATE_NOOP("Ptx", "fence: others see the memory accesses before it ahead of those after it")},
    {"min", QT_TRANSLATE_NOOP("Ptx", "the smaller of two values")},
    {"mma", QT_TRANSLATE_NOOP("Ptx", "the warp multiplies small matrices and adds, by the tensor cores")},
    {"mov", QT_TRANSLATE_NOOP("Ptx", "copies a register, a constant, a special register or an address")},
    {"movmatrix", QT_TRANSLATE_NOOP("Ptx", "transposes an 8 x 8 matrix that is spread over the warp's lanes")},
    {"mul", QT_TRANSLATE_NOOP("Ptx", "product of two values")},
    {"mul24", QT_TRANSLATE_NOOP("Ptx", "product of 24-bit integers")},
    {"multimem", QT_TRANSLATE_NOOP("Ptx", "one access to the same address of several GPUs")},
    {"nanosleep", QT_TRANSLATE_NOOP("Ptx", "sleeps for about the given number of nanoseconds")},
    {"neg", QT_TRANSLATE_NOOP("Ptx", "changes the sign")},
    {"not", QT_TRANSLATE_NOOP("Ptx", "inverts the bits")},
    {"or", QT_TRANSLATE_NOOP("Ptx", "bitwise or")},
    {"pmevent", QT_TRANSLATE_NOOP("Ptx", "triggers an event of the profiler")},
    {"popc", QT_TRANSLATE_NOOP("Ptx", "counts the set bits")},
    {"prefetch", QT_TRANSLATE_NOOP("Ptx", "brings a line into the cache ahead of its use")},
    {"prefetchu", QT_TRANSLATE_NOOP("Ptx", "brings a line into the uniform cache ahead of its use")},
    {"prmt", QT_TRANSLATE_NOOP("Ptx", "builds a value from the bytes of two others")},
    {"rcp", QT_TRANSLATE_NOOP("Ptx", "one divided by a value")},
    {"red", QT_TRANSLATE_NOOP("Ptx", "changes memory in one step and returns no result")},
    {"redux", QT_TRANSLATE_NOOP("Ptx", "sum, minimum or similar over the warp's lanes")},
    {"rem", QT_TRANSLATE_NOOP("Ptx", "remainder of a division; many machine instructions")},
    {"ret", QT_TRANSLATE_NOOP("Ptx", "returns; of a kernel, ends the thread")},
    {"rsqrt", QT_TRANSLATE_NOOP("Ptx", "one divided by the square root")},
    {"sad", QT_TRANSLATE_NOOP("Ptx", "absolute difference of two values plus a third")},
    {"selp", QT_TRANSLATE_NOOP("Ptx", "one of two values, by a predicate: a choice without a branch")},
    {"set", QT_TRANSLATE_NOOP("Ptx", "compares; the result is a number")},
    {"setmaxnreg", QT_TRANSLATE_NOOP("Ptx", "changes how many registers the warp has")},
    {"setp", QT_TRANSLATE_NOOP("Ptx", "compares; the result is a predicate")},
    {"shf", QT_TRANSLATE_NOOP("Ptx", "shifts two registers as one of 64 bits")},
    {"shfl", QT_TRANSLATE_NOOP("Ptx", "reads the value of another lane of the warp, without memory")},
    {"shl", QT_TRANSLATE_NOOP("Ptx", "shifts left")},
    {"shr", QT_TRANSLATE_NOOP("Ptx", "shifts right; with the sign for signed types")},
    {"sin", QT_TRANSLATE_NOOP("Ptx", "sine, by the fast unit")},
    {"slct", QT_TRANSLATE_NOOP("Ptx", "one of two values, by the sign of a third")},
    {"sqrt", QT_TRANSLATE_NOOP("Ptx", "square root")},
    {"st", QT_TRANSLATE_NOOP("Ptx", "stores to memory: the first operand is the address")},
    {"stackrestore", QT_TRANSLATE_NOOP("Ptx", "frees space on the thread's stack")},
    {"stacksave", QT_TRANSLATE_NOOP("Ptx", "the current position of the thread's stack")},
    {"stmatrix", QT_TRANSLATE_NOOP("Ptx", "the warp stores 8 x 8 matrices to shared memory")},
    {"sub", QT_TRANSLATE_NOOP("Ptx", "difference of two values")},
    {"subc", QT_TRANSLATE_NOOP("Ptx", "difference of two values and the borrow of the instruction before")},
    {"suld", QT_TRANSLATE_NOOP("Ptx", "loads from a surface")},
    {"suq", QT_TRANSLATE_NOOP("Ptx", "asks for a surface's size or format")},
    {"sured", QT_TRANSLATE_NOOP("Ptx", "changes an element of a surface in one step")},
    {"sust", QT_TRANSLATE_NOOP("Ptx", "stores to a surface")},
    {"szext", QT_TRANSLATE_NOOP("Ptx", "keeps the given number of low bits, extended by sign or zeros")},
    {"tanh", QT_TRANSLATE_NOOP("Ptx", "hyperbolic tangent, by the fast unit")},
    {"tcgen05", QT_TRANSLATE_NOOP("Ptx", "tensor cores of the fifth generation: matrices in their own memory")},
    {"tensormap", QT_TRANSLATE_NOOP("Ptx", "changes the description of a tensor for bulk copies")},
    {"testp", QT_TRANSLATE_NOOP("Ptx", "whether a float is finite, infinite, a number, normal")},
    {"tex", QT_TRANSLATE_NOOP("Ptx", "reads a texture, filtered as its object says")},
    {"tld4", QT_TRANSLATE_NOOP("Ptx", "the four texels that a filter would use")},
    {"trap", QT_TRANSLATE_NOOP("Ptx", "ends the launch with an error, as a failed assert does")},
    {"txq", QT_TRANSLATE_NOOP("Ptx", "asks for a texture's size or format")},
    {"vabsdiff", QT_TRANSLATE_NOOP("Ptx", "absolute difference of parts of two values")},
    {"vabsdiff4", QT_TRANSLATE_NOOP("Ptx", "absolute differences of four bytes")},
    {"vote", QT_TRANSLATE_NOOP("Ptx", "whether a predicate holds for all or any lanes, or the mask of those")},
    {"wgmma", QT_TRANSLATE_NOOP("Ptx", "four warps multiply matrices from shared memory, by the tensor cores")},
    {"wmma", QT_TRANSLATE_NOOP("Ptx", "the warp loads, multiplies or stores small matrices, by the tensor cores")},
    {"xor", QT_TRANSLATE_NOOP("Ptx", "bitwise exclusive or")},
};

constexpr Word kModifiers[] = {
    {"approx", QT_TRANSLATE_NOOP("Ptx", "fast, not exactly rounded")},
    {"acquire", QT_TRANSLATE_NOOP("Ptx", "later accesses wait for it")},
    {"aligned", QT_TRANSLATE_NOOP("Ptx", "all lanes of the warp execute it together")},
    {"async", QT_TRANSLATE_NOOP("Ptx", "continues in the background")},
    {"ballot", QT_TRANSLATE_NOOP("Ptx", "the result is a mask")},
    {"bfly", QT_TRANSLATE_NOOP("Ptx", "from the lane whose number differs in these bits")},
    {"bulk", QT_TRANSLATE_NOOP("Ptx", "one thread starts the copy of a whole range")},
    {"ca", QT_TRANSLATE_NOOP("Ptx", "cached in L1 and L2")},
    {"cc", QT_TRANSLATE_NOOP("Ptx", "keeps the carry for the next instruction")},
    {"cg", QT_TRANSLATE_NOOP("Ptx", "cached in L2 only")},
    {"cluster", QT_TRANSLATE_NOOP("Ptx", "of the cluster")},
    {"commit_group", QT_TRANSLATE_NOOP("Ptx", "ends a group of copies, to be waited for together")},
    {"const", QT_TRANSLATE_NOOP("Ptx", "constant memory")},
    {"cta", QT_TRANSLATE_NOOP("Ptx", "of the block")},
    {"down", QT_TRANSLATE_NOOP("Ptx", "from the lane that many further up")},
    {"ftz", QT_TRANSLATE_NOOP("Ptx", "denormals become zero")},
    {"geu", QT_TRANSLATE_NOOP("Ptx", "true for greater, equal and NaN")},
    {"gl", QT_TRANSLATE_NOOP("Ptx", "seen by the whole GPU")},
    {"global", QT_TRANSLATE_NOOP("Ptx", "global memory")},
    {"gpu", QT_TRANSLATE_NOOP("Ptx", "seen by the whole GPU")},
    {"hi", QT_TRANSLATE_NOOP("Ptx", "the high half of the product")},
    {"idx", QT_TRANSLATE_NOOP("Ptx", "from the lane of that number")},
    {"lo", QT_TRANSLATE_NOOP("Ptx", "the low half of the product")},
    {"local", QT_TRANSLATE_NOOP("Ptx", "local memory: private to the thread, as far away as global")},
    {"nc", QT_TRANSLATE_NOOP("Ptx", "through the read-only cache: nothing writes the data meanwhile")},
    {"param", QT_TRANSLATE_NOOP("Ptx", "the kernel's parameters, or arguments of a call")},
    {"relaxed", QT_TRANSLATE_NOOP("Ptx", "orders nothing else")},
    {"release", QT_TRANSLATE_NOOP("Ptx", "earlier accesses are seen before it")},
    {"rm", QT_TRANSLATE_NOOP("Ptx", "rounded down")},
    {"rmi", QT_TRANSLATE_NOOP("Ptx", "to an integer, down")},
    {"rn", QT_TRANSLATE_NOOP("Ptx", "rounded to the nearest")},
    {"rni", QT_TRANSLATE_NOOP("Ptx", "to the nearest integer")},
    {"rp", QT_TRANSLATE_NOOP("Ptx", "rounded up")},
    {"rpi", QT_TRANSLATE_NOOP("Ptx", "to an integer, up")},
    {"rz", QT_TRANSLATE_NOOP("Ptx", "rounded towards zero")},
    {"rzi", QT_TRANSLATE_NOOP("Ptx", "to an integer, towards zero")},
    {"sat", QT_TRANSLATE_NOOP("Ptx", "limited to the range of the result")},
    {"shared", QT_TRANSLATE_NOOP("Ptx", "the block's shared memory")},
    {"sync", QT_TRANSLATE_NOOP("Ptx", "waits for the lanes or threads that it names")},
    {"sys", QT_TRANSLATE_NOOP("Ptx", "seen by all GPUs and the host")},
    {"to", QT_TRANSLATE_NOOP("Ptx", "from a generic address to the space that follows")},
    {"uni", QT_TRANSLATE_NOOP("Ptx", "all lanes do the same")},
    {"up", QT_TRANSLATE_NOOP("Ptx", "from the lane that many further down")},
    {"v2", QT_TRANSLATE_NOOP("Ptx", "two elements at once")},
    {"v4", QT_TRANSLATE_NOOP("Ptx", "four elements at once")},
    {"volatile", QT_TRANSLATE_NOOP("Ptx", "performed every time")},
    {"wait_group", QT_TRANSLATE_NOOP("Ptx", "waits until at most this many groups of copies are pending")},
    {"warp", QT_TRANSLATE_NOOP("Ptx", "of the warp's lanes only")},
    {"wide", QT_TRANSLATE_NOOP("Ptx", "the result is twice as wide")},
};
// clang-format on

template <std::size_t count>
const Word* find(const Word (&words)[count], QStringView name) {
    const auto found = std::find_if(std::begin(words), std::end(words), [name](const Word& word) {
        return name == QLatin1String(word.name);
    });
    return found == std::end(words) ? nullptr : &*found;
}

QString meaningOf(const Word& word) {
    return QCoreApplication::translate("Ptx", word.meaning);
}

} // namespace

QString ptxOpcodeHelp(QStringView opcode) {
    const Word* word = find(kOpcodes, opcode);
    return word ? meaningOf(*word) : QString();
}

QString ptxHelp(QStringView instruction) {
    QStringView text = instruction.trimmed();
    while (text.startsWith(u'{') || text.startsWith(u'@')) {
        // The start of a block of inline code, or a guard.
        qsizetype end = 1;
        while (text.startsWith(u'@') && end < text.size() && !text[end].isSpace())
            ++end;
        text = text.mid(end).trimmed();
    }
    qsizetype end = 0;
    while (end < text.size() && !text[end].isSpace() && text[end] != u';')
        ++end;
    const QStringView name = text.left(end);
    const auto parts = name.split(u'.', Qt::SkipEmptyParts);
    if (parts.isEmpty())
        return {};
    const Word* opcode = find(kOpcodes, parts.first());
    if (!opcode)
        return {};
    QStringList lines{QStringLiteral("%1: %2").arg(name, meaningOf(*opcode))};
    for (qsizetype i = 1; i < parts.size(); ++i) {
        const qsizetype colon = parts[i].indexOf(u':'); // "shared::cta"
        const Word* modifier = find(kModifiers, colon < 0 ? parts[i] : parts[i].left(colon));
        if (modifier)
            lines << QStringLiteral(".%1: %2").arg(parts[i], meaningOf(*modifier));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace warpbench::ui
