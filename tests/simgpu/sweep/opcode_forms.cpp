// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simgpu/sweep/opcode_forms.h"

#include <bit>
#include <cmath>
#include <set>

namespace warpbench::test {

namespace {

class FormList {
  public:
    std::vector<OpcodeForm> forms;

    /// Forms whose operands follow the shape: one letter each, destination first (r f: 32 bits, h:
    /// 16, q d: 64, p: a predicate, only as destination).
    void add(const std::string& pattern, const std::string& shape, Domain domain, int target = 75) {
        for (const std::string& opcode : expanded(pattern)) {
            std::string code = opcode + " ";
            for (std::size_t i = 0; i < shape.size(); ++i) {
                if (i)
                    code += ", ";
                const std::string prefix = shape[i] == 'q'   ? "%rd"
                                           : shape[i] == 'p' ? "%p"
                                                             : std::string("%") + shape[i];
                code += prefix + std::to_string(i);
            }
            addCode(opcode, code + ";", shape[0], domain, target);
        }
    }
    void addCode(const std::string& name, const std::string& code, char result, Domain domain,
                 int target = 75) {
        OpcodeForm form;
        form.name = name;
        form.code = code;
        form.result = result;
        form.domain = domain;
        form.target = target;
        forms.push_back(std::move(form));
    }
    void leaveOpen(std::size_t first, bool (*undefined)(const std::uint64_t*)) {
        for (; first < forms.size(); ++first)
            forms[first].undefined = undefined;
    }
    std::size_t size() const { return forms.size(); }
};

bool dividesByZero16(const std::uint64_t* abc) {
    return (abc[1] & 0xffff) == 0;
}
bool dividesByZero32(const std::uint64_t* abc) {
    return (abc[1] & 0xffffffffu) == 0;
}
bool dividesByZero64(const std::uint64_t* abc) {
    return abc[1] == 0;
}

void addIntegers(FormList& l) {
    const Domain words = Domain::words, longs = Domain::longs;
    l.add("{add,sub,mul.lo,mul.hi,min,max}.{u16,s16}", "hhh", words);
    l.add("{add,sub,mul.lo,mul.hi,min,max}.{u32,s32}", "rrr", words);
    l.add("{add,sub,mul.lo,mul.hi,min,max}.{u64,s64}", "qqq", longs);
    l.add("{add,sub}.sat.s32", "rrr", words);
    l.add("mul.wide.{u16,s16}", "rhh", words);
    l.add("mul.wide.{u32,s32}", "qrr", words);
    l.add("{mad.lo,mad.hi,sad}.{u16,s16}", "hhhh", words);
    l.add("{mad.lo,mad.hi,sad}.{u32,s32}", "rrrr", words);
    l.add("{mad.lo,mad.hi,sad}.{u64,s64}", "qqqq", longs);
    l.add("mad.wide.{u16,s16}", "rhhr", words);
    l.add("mad.wide.{u32,s32}", "qrrq", words);
    l.add("mad.hi.sat.s32", "rrrr", words);
    l.add("mul24.{lo,hi}.{u32,s32}", "rrr", words);
    l.add("mad24.{lo,hi}.{u32,s32}", "rrrr", words);
    l.add("mad24.hi.sat.s32", "rrrr", words);
    std::size_t first = l.size();
    l.add("{div,rem}.{u16,s16}", "hhh", words);
    l.leaveOpen(first, dividesByZero16);
    first = l.size();
    l.add("{div,rem}.{u32,s32}", "rrr", words);
    l.leaveOpen(first, dividesByZero32);
    first = l.size();
    l.add("{div,rem}.{u64,s64}", "qqq", longs);
    l.leaveOpen(first, dividesByZero64);
    l.add("{abs,neg}.s16", "hh", words);
    l.add("{abs,neg}.s32", "rr", words);
    l.add("{abs,neg}.s64", "qq", longs);
    l.add("{min,max}.relu.{s32,s16x2}", "rrr", words, 90);
    l.add("{min,max,add}.{u16x2,s16x2}", "rrr", words, 90);
    l.add("dp4a.{u32,s32}.{u32,s32}", "rrrr", words);
    l.add("dp2a.{lo,hi}.{u32,s32}.{u32,s32}", "rrrr", words);
    for (const char* width : {"32", "64"}) {
        const std::string t = std::string(".u") + width, r = *width == '3' ? "%r" : "%rd";
        const std::string three = t + " " + r + "0, " + r + "1, " + r + "2; ";
        const std::string again = t + " " + r + "4, " + r + "3, " + r + "1; ";
        const std::string last = t + " " + r + "5, " + r + "2, " + r + "3; ";
        const std::string fold = "xor.b" + std::string(width) + " " + r + "0, " + r + "0, " + r +
                                 "4; xor.b" + width + " " + r + "0, " + r + "0, " + r + "5;";
        const char result = *width == '3' ? 'r' : 'q';
        const Domain domain = *width == '3' ? words : longs;
        l.addCode("add.cc addc.cc addc" + t,
                  "add.cc" + three + "addc.cc" + again + "addc" + last + fold, result, domain);
        l.addCode("sub.cc subc.cc subc" + t,
                  "sub.cc" + three + "subc.cc" + again + "subc" + last + fold, result, domain);
        // The first instruction sets the carry flag, the second reads it.
        l.addCode("sub.cc addc add.cc subc" + t,
                  "sub.cc" + three + "addc" + again + "add.cc" + t + " " + r + "6, " + r + "1, " +
                      r + "2; subc" + last + fold,
                  result, domain);
        const std::string factors = t + " " + r + "0, " + r + "1, " + r + "2, " + r + "3; ";
        const std::string upper = t + " " + r + "4, " + r + "1, " + r + "2, " + r + "3; ";
        const std::string middle = t + " " + r + "5, " + r + "2, " + r + "3, " + r + "1; ";
        l.addCode("mad.lo.cc madc.hi.cc madc.lo" + t,
                  "mad.lo.cc" + factors + "madc.hi.cc" + upper + "madc.lo" + middle + fold, result,
                  domain);
        l.addCode("mad.hi.cc madc.lo.cc madc.hi" + t,
                  "mad.hi.cc" + factors + "madc.lo.cc" + upper + "madc.hi" + middle + fold, result,
                  domain);
    }
}

void addBits(FormList& l) {
    const Domain words = Domain::words, longs = Domain::longs;
    l.add("{and,or,xor}.b16", "hhh", words);
    l.add("{and,or,xor}.b32", "rrr", words);
    l.add("{and,or,xor}.b64", "qqq", longs);
    l.add("{not,cnot}.b16", "hh", words);
    l.add("{not,cnot,brev}.b32", "rr", words);
    l.add("{not,cnot,brev}.b64", "qq", longs);
    l.add("{popc,clz}.b32", "rr", words);
    l.add("{popc,clz}.b64", "rq", longs);
    l.add("bfind{,.shiftamt}.{u32,s32}", "rr", words);
    l.add("bfind{,.shiftamt}.{u64,s64}", "rq", longs);
    l.add("bfe.{u32,s32}", "rrrr", words);
    l.add("bfe.{u64,s64}", "qqrr", longs);
    l.add("bfi.b32", "rrrrr", words);
    l.add("bfi.b64", "qqqrr", longs);
    l.add("{szext,bmsk}.{wrap,clamp}.{u32,s32,b32}", "rrr", words);
    std::erase_if(l.forms, [](const OpcodeForm& f) { // one has .u32 and .s32, the other .b32
        return (f.name.starts_with("szext") && f.name.ends_with("b32")) ||
               (f.name.starts_with("bmsk") && !f.name.ends_with("b32"));
    });
    l.add("{shl.b16,shr.u16,shr.s16,shr.b16}", "hhr", words);
    l.add("{shl.b32,shr.u32,shr.s32,shr.b32}", "rrr", words);
    l.add("{shl.b64,shr.u64,shr.s64,shr.b64}", "qqr", longs);
    l.add("shf.{l,r}.{clamp,wrap}.b32", "rrrr", words);
    l.add("prmt.b32{,.f4e,.b4e,.rc8,.ecl,.ecr,.rc16}", "rrrr", words);
    for (const char* table : {"0x00", "0x01", "0x1e", "0x96", "0xca", "0xe8", "0xfe", "0xff"})
        l.addCode(std::string("lop3.b32 ") + table,
                  std::string("lop3.b32 %r0, %r1, %r2, %r3, ") + table + ";", 'r', words);
    l.addCode("fns.b32",
              "and.b32 %r4, %r2, 31; bfe.s32 %r5, %r3, 0, 6; fns.b32 %r0, %r1, %r4, %r5;", 'r',
              words);
    l.addCode("selp.b32", "setp.lt.s32 %p0, %r1, %r2; selp.b32 %r0, %r2, %r3, %p0;", 'r', words);
    l.addCode("slct.b32.s32", "slct.b32.s32 %r0, %r1, %r2, %r3;", 'r', words);
    l.addCode("slct.f32.f32", "slct.f32.f32 %f0, %f1, %f2, %f3;", 'f', Domain::f32);
    l.addCode("slct.ftz.f32.f32", "slct.ftz.f32.f32 %f0, %f1, %f2, %f3;", 'f', Domain::f32);
}

/// Flushing is decided after rounding: values just below 2^-126 show that.
void addNearSmallest(FormList& l) {
    const std::size_t first = l.size();
    l.add("{add,sub,mul}{.rn,.rz,.rm,.rp}.ftz.f32", "fff", Domain::nearSmallest);
    l.add("fma{.rn,.rz,.rm,.rp}.ftz{,.sat}.f32", "ffff", Domain::nearSmallest);
    for (std::size_t i = first; i < l.size(); ++i)
        l.forms[i].name += " near 2^-126";
}

void addFloats(FormList& l) {
    const Domain f32 = Domain::f32, f64 = Domain::f64;
    l.add("{add,sub,mul}{,.rn,.rz,.rm,.rp}{,.ftz}{,.sat}.f32", "fff", f32);
    l.add("fma{.rn,.rz,.rm,.rp}{,.ftz}{,.sat}.f32", "ffff", f32);
    l.add("div{.rn,.rz,.rm,.rp}{,.ftz}.f32", "fff", f32);
    addNearSmallest(l);
    l.add("{sqrt,rcp}{.rn,.rz,.rm,.rp}{,.ftz}.f32", "ff", f32);
    l.add("{abs,neg}{,.ftz}.f32", "ff", f32);
    l.add("{min,max}{,.ftz}.f32", "fff", f32);
    l.add("{min,max}{,.ftz}.NaN{,.xorsign.abs}.f32", "fff", f32, 86);
    l.add("{min,max}{,.ftz}.xorsign.abs.f32", "fff", f32, 86);
    l.add("{min,max}{,.ftz}{,.NaN}{,.abs}.f32", "ffff", f32, 100);
    l.add("copysign.f32", "fff", f32);
    l.add("{add,sub,mul}{,.rn,.rz,.rm,.rp}.f64", "ddd", f64);
    l.add("fma{.rn,.rz,.rm,.rp}.f64", "dddd", f64);
    l.add("div{.rn,.rz,.rm,.rp}.f64", "ddd", f64);
    l.add("{sqrt,rcp}{.rn,.rz,.rm,.rp}.f64", "dd", f64);
    l.add("{abs,neg}.f64", "dd", f64);
    l.add("{min,max,copysign}.f64", "ddd", f64);
    l.add("testp.{finite,infinite,number,notanumber,normal,subnormal}.f32", "pf", f32);
    l.add("testp.{finite,infinite,number,notanumber,normal,subnormal}.f64", "pd", f64);
}

/// A form of halves, and the same of packed pairs of them.
void addWithPairs(FormList& l, const std::string& pattern, std::size_t operands, Domain domain,
                  int target = 75) {
    l.add(pattern, std::string(operands, 'h'), domain, target);
    l.add(pattern + "x2", std::string(operands, 'r'), domain, target);
}

void addHalves(FormList& l) {
    const Domain f16 = Domain::f16, bf16 = Domain::bf16;
    addWithPairs(l, "{add,sub,mul}{,.rn}{,.ftz}{,.sat}.f16", 3, f16);
    addWithPairs(l, "fma.rn{,.ftz}{,.sat}.f16", 4, f16);
    addWithPairs(l, "fma.rn{,.ftz}.relu.f16", 4, f16, 80);
    addWithPairs(l, "fma.rn{,.relu}.bf16", 4, bf16, 80);
    addWithPairs(l, "{add,sub,mul}{,.rn}.bf16", 3, bf16, 90);
    addWithPairs(l, "{neg,abs}{,.ftz}.f16", 2, f16);
    addWithPairs(l, "{neg,abs}.bf16", 2, bf16, 80);
    addWithPairs(l, "{min,max}{,.ftz}{,.NaN}.f16", 3, f16, 80);
    addWithPairs(l, "{min,max}{,.ftz}{,.NaN}.xorsign.abs.f16", 3, f16, 86);
    addWithPairs(l, "{min,max}{,.NaN}.bf16", 3, bf16, 80);
    addWithPairs(l, "{min,max}{,.NaN}.xorsign.abs.bf16", 3, bf16, 86);
}

void addComparisons(FormList& l) {
    const std::string all = "{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}";
    l.add("setp." + all + "{,.ftz}.f32", "pff", Domain::f32);
    l.add("setp." + all + ".f64", "pdd", Domain::f64);
    l.add("setp." + all + "{,.ftz}.f16", "phh", Domain::f16);
    l.add("setp." + all + ".bf16", "phh", Domain::bf16, 90);
    l.add("setp.{eq,ne,lt,le,gt,ge,lo,ls,hi,hs}.u32", "prr", Domain::words);
    l.add("setp.{eq,ne,lt,le,gt,ge}.s32", "prr", Domain::words);
    l.add("setp.{eq,ne,lt,le,gt,ge}.{u16,s16}", "phh", Domain::words);
    l.add("setp.{eq,ne,lt,le,gt,ge}.{u64,s64}", "pqq", Domain::longs);
    l.add("setp.{eq,ne}.{b32}", "prr", Domain::words);
    l.add("set.{lt,geu,nan}{,.ftz}.{u32,s32}.f32", "rff", Domain::f32);
    l.add("set.{lt,geu,nan}{,.ftz}.f32.f32", "fff", Domain::f32);
    l.add("set.{lt,ge,ne}.{u32,f32}.s32", "rrr", Domain::words);
    l.add("set.{lt,geu,nan}{,.ftz}.f16.f16", "hhh", Domain::f16);
    l.add("set.{lt,geu,nan}{,.ftz}.f16x2.f16x2", "rrr", Domain::f16);
    l.add("set.{lt,geu,nan}.bf16.bf16", "hhh", Domain::bf16, 90);
    l.add("set.{lt,geu,nan}.bf16x2.bf16x2", "rrr", Domain::bf16, 90);
    // A mask of 16 bits for each half.
    l.add("set.{eq,lt,geu,num}{,.ftz}.{u32,s32}.f16x2", "rrr", Domain::f16);
    l.add("set.{eq,lt,geu,num}.{u32,s32}.bf16x2", "rrr", Domain::bf16, 90);
    for (const char* combine : {"and", "or", "xor"})
        l.addCode(std::string("setp.lt.") + combine,
                  std::string("setp.gt.s32 %p3, %r2, %r3; setp.lt.") + combine +
                      ".s32 %p0|%p1, %r1, %r2, !%p3; xor.pred %p0, %p0, %p1; and.pred %p0, %p0, "
                      "%p3;",
                  'p', Domain::words);
    // Two results: a pair of halves compared at once.
    l.addCode("setp.lt.f16x2",
              "setp.lt.f16x2 %p0|%p1, %r1, %r2; selp.u32 %r4, 1, 0, %p0; selp.u32 "
              "%r5, 2, 0, %p1; or.b32 %r0, %r4, %r5;",
              'r', Domain::f16);
}

char registerOf(const std::string& type) {
    const int bits = std::stoi(type.substr(1));
    return bits == 64 ? 'q' : bits == 16 ? 'h' : 'r';
}

/// Whether an integer type has all values of another one.
bool holdsAll(const std::string& to, const std::string& from) {
    const int more = std::stoi(to.substr(1)) - std::stoi(from.substr(1));
    return to[0] == from[0] ? more >= 0 : to[0] == 's' && more > 0;
}

void addConversions(FormList& l) {
    const std::vector<std::string> integers{"u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"};
    for (const std::string& to : integers) {
        const std::string d(1, registerOf(to));
        for (const std::string& from : integers) {
            if (from == to)
                continue;
            const std::string s(1, registerOf(from));
            // .sat is only for values that may be out of range.
            l.add("cvt" + std::string(holdsAll(to, from) ? "." : "{,.sat}.") + to + "." + from,
                  d + s, s == "q" ? Domain::longs : Domain::words);
        }
        l.add("cvt{.rni,.rzi,.rmi,.rpi}{,.ftz}." + to + ".f32", d + "f", Domain::f32);
        l.add("cvt{.rni,.rzi,.rmi,.rpi}." + to + ".f64", d + "d", Domain::f64);
        l.add("cvt{.rni,.rzi,.rmi,.rpi}." + to + ".f16", d + "h", Domain::f16);
        if (to.size() > 2) // not of 8 bits
            l.add("cvt{.rni,.rzi,.rmi,.rpi}." + to + ".bf16", d + "h", Domain::bf16, 90);
        const Domain source = d == "q" ? Domain::longs : Domain::words;
        l.add("cvt{.rn,.rz,.rm,.rp}{,.sat}.f32." + to, "f" + d, source);
        l.add("cvt{.rn,.rz,.rm,.rp}.f64." + to, "d" + d, source);
        l.add("cvt{.rn,.rz,.rm,.rp}.f16." + to, "h" + d, source);
        if (to.size() > 2)
            l.add("cvt{.rn,.rz,.rm,.rp}.bf16." + to, "h" + d, source, 90);
    }
    l.add("cvt{.rn,.rz,.rm,.rp}{,.ftz}{,.sat}.f32.f64", "fd", Domain::f64);
    l.add("cvt{,.ftz}{,.sat}.f64.f32", "df", Domain::f32);
    l.add("cvt{.rni,.rzi,.rmi,.rpi}{,.ftz}{,.sat}.f32.f32", "ff", Domain::f32);
    l.add("cvt{,.ftz}.sat.f32.f32", "ff", Domain::f32);
    l.add("cvt{.rni,.rzi,.rmi,.rpi}{,.sat}.f64.f64", "dd", Domain::f64);
    l.add("cvt{.rn,.rz,.rm,.rp}{,.ftz}{,.sat}.f16.f32", "hf", Domain::f32);
    l.add("cvt{.rn,.rz,.rm,.rp}{,.sat}.f16.f64", "hd", Domain::f64);
    l.add("cvt{,.ftz}{,.sat}.f32.f16", "fh", Domain::f16);
    l.add("cvt{,.sat}.f64.f16", "dh", Domain::f16);
    l.add("cvt{.rni,.rzi,.rmi,.rpi}{,.sat}.f16.f16", "hh", Domain::f16);
    l.add("cvt{.rn,.rz}{,.relu}.bf16.f32", "hf", Domain::f32, 80);
    l.add("cvt{.rn,.rz}{,.relu}.f16.f32", "hf", Domain::f32, 80);
    l.add("cvt{.rm,.rp}.bf16.f32", "hf", Domain::f32, 90);
    l.add("cvt{.rn,.rz}{,.relu}.{f16x2,bf16x2}.f32", "rff", Domain::f32, 80);
    l.add("cvt.f32.bf16", "fh", Domain::bf16, 90);
    l.add("cvt.f64.bf16", "dh", Domain::bf16, 90);
    l.add("cvt{.rn,.rz,.rm,.rp}.bf16.f64", "hd", Domain::f64, 90);
    l.add("cvt{.rni,.rzi,.rmi,.rpi}.bf16.bf16", "hh", Domain::bf16, 90);
    l.add("cvt{.rn,.rz,.rm,.rp}.bf16.f16", "hh", Domain::f16, 90);
    l.add("cvt{.rn,.rz,.rm,.rp}.f16.bf16", "hh", Domain::bf16, 90);
    l.add("cvt.rna.tf32.f32", "rf", Domain::f32, 80);
    l.add("cvt{.rn,.rz}{,.relu}.tf32.f32", "rf", Domain::f32, 90);
    l.add("cvt.rn.satfinite{,.relu}.{e4m3x2,e5m2x2}.f32", "hff", Domain::f32, 89);
    l.add("cvt.rn.satfinite{,.relu}.{e4m3x2,e5m2x2}.f16x2", "hr", Domain::f16, 89);
    l.add("cvt.rn{,.relu}.f16x2.{e4m3x2,e5m2x2}", "rh", Domain::words, 89);
}

void addVideo(FormList& l) {
    const Domain words = Domain::words;
    l.add("{vadd,vsub,vabsdiff,vmin,vmax}.{u32,s32}.{u32,s32}.{u32,s32}{,.sat}", "rrr", words);
    l.add("{vshl,vshr}.{u32,s32}.{u32,s32}.u32{,.sat}{.clamp,.wrap}", "rrr", words);
    l.add("vmad.{u32.u32.u32,s32.s32.s32,s32.u32.s32}{,.sat}{,.shr7,.shr15}", "rrrr", words);
    l.add("vmad.{u32.u32.u32,s32.s32.s32}.po{,.shr7,.shr15}", "rrrr", words);
    l.add("vset.{u32.u32,s32.s32,u32.s32}.{eq,ne,lt,le,gt,ge}", "rrr", words);
    l.add("vadd.{u32.u32.u32,s32.s32.s32}.sat.{add,min,max}", "rrrr", words);
    l.add("vset.s32.s32.lt.{add,min,max}", "rrrr", words);
    const std::string types = ".{u32.u32.u32,s32.s32.s32,s32.u32.s32,u32.s32.u32}";
    l.add("{vadd,vsub,vavrg,vabsdiff,vmin,vmax}{2,4}" + types + "{,.sat}", "rrrr", words);
    l.add("{vadd,vsub,vavrg,vabsdiff,vmin,vmax}{2,4}.{u32.u32.u32,s32.s32.s32}.add", "rrrr", words);
    l.add("vset{2,4}.{u32.u32,s32.s32}.{eq,ne,lt,le,gt,ge}{,.add}", "rrrr", words);
    for (const char* code :
         {"vadd.s32.u32.s32.sat %r0, %r1.b0, %r2.h1;", "vsub.u32.s32.u32 %r0, %r1.b3, %r2.h0;",
          "vadd.u32.u32.u32.sat %r0.b2, %r1.b1, %r2.b3, %r3;",
          "vsub.s32.s32.s32.sat %r0.h1, %r1.h0, %r2.h1, %r3;",
          "vmax.u32.u32.u32 %r0.h0, %r1.b1, %r2.h1, %r3;",
          "vmad.s32.s32.u32.sat %r0, %r1.h1, -%r2.h0, %r3;",
          "vmad.s32.s32.s32 %r0, %r1.b1, %r2.b2, -%r3;",
          "vshl.u32.s32.u32.clamp %r0, %r1.h1, %r2.b0;",
          "vset.s32.u32.lt %r0.b1, %r1.b0, %r2.b0, %r3;",
          "vadd2.s32.s32.s32.sat %r0.h1, %r1.h13, %r2.h20, %r3;",
          "vabsdiff4.u32.u32.u32.add %r0.b310, %r1.b0123, %r2.b7461, %r3;",
          "vset4.s32.u32.gt %r0.b20, %r1.b3210, %r2.b7654, %r3;"})
        l.addCode(std::string(code).substr(0, std::string(code).size() - 1), code, 'r', words);
}

/// Instructions that compilers rarely emit.
void addSeldomUsed(FormList& l) {
    const Domain words = Domain::words;
    for (const std::string type : {"u16", "s16", "b16", "u32", "s32", "u64", "s64", "b64", "f64"}) {
        const std::string letter = type == "f64"          ? "d"
                                   : type.ends_with("16") ? "h"
                                   : type.ends_with("32") ? "r"
                                                          : "rd";
        const std::string to = "%" + letter + "0, %" + letter + "1, %" + letter + "2";
        const char result = letter == "rd" ? 'q' : letter[0];
        for (const std::string third : {"s32, %r3", "f32, %f3"})
            l.addCode("slct." + type + "." + third.substr(0, 3),
                      "slct." + type + "." + third.substr(0, 3) + " " + to + third.substr(3) + ";",
                      result, third[0] == 'f' ? Domain::f32 : words);
    }
    for (const std::string& name : expanded("cvt.pack.sat.{u8,s8,u4,s4,u2,s2}.s32.b32"))
        l.addCode(name, name + " %r0, %r1, %r2, %r3;", 'r', words);
    for (const std::string& name : expanded("cvt.pack.sat.{u16,s16}.s32"))
        l.addCode(name, name + " %r0, %r1, %r2;", 'r', words);
    // 0x7ff7 is the out-of-bounds value of a tensor; occasionally one of two operands.
    for (const std::string& name : expanded("fma.rn.oob{,.relu}.{f16,bf16}"))
        l.addCode(name,
                  "and.b32 %r5, %r4, 0x300; setp.eq.u32 %p1, %r5, 0; setp.eq.u32 %p2, %r5, 0x100; "
                  "mov.b16 %h4, 0x7ff7; selp.b16 %h1, %h4, %h1, %p1; "
                  "selp.b16 %h2, %h4, %h2, %p2; " +
                      name + " %h0, %h1, %h2, %h3;",
                  'h', name.ends_with("bf16") ? Domain::bf16 : Domain::f16, 90);
    for (const std::string& name : expanded("fma.rn.oob{,.relu}.{f16x2,bf16x2}"))
        l.addCode(name,
                  "and.b32 %r5, %r4, 0x300; setp.eq.u32 %p1, %r5, 0; setp.eq.u32 %p2, %r5, 0x100; "
                  "prmt.b32 %r6, %r1, 0x7ff7, 0x1054; selp.b32 %r1, %r6, %r1, %p1; "
                  "prmt.b32 %r6, %r2, 0x7ff7, 0x5410; selp.b32 %r2, %r6, %r2, %p2; " +
                      name + " %r0, %r1, %r2, %r3;",
                  'r', name.ends_with("bf16x2") ? Domain::bf16 : Domain::f16, 90);
    for (const std::string boolean : {"or", "and"})
        l.addCode("lop3." + boolean + ".b32",
                  "setp.lt.u32 %p2, %r1, %r2; lop3." + boolean +
                      ".b32 %r4|%p1, %r1, %r2, %r3, 0x6a, !%p2; selp.u32 %r5, 1, 0, %p1; "
                      "add.u32 %r0, %r4, %r5;",
                  'r', words);
    l.addCode("mov.v2 of a number",
              "mov.v2.u32 {%r5,%r6}, 7; xor.b32 %r0, %r5, %r1; sub.u32 %r0, %r0, %r6;", 'r', words,
              90);
    l.addCode("mov.v4 of %nctaid",
              "mov.v4.u32 {%r4,%r5,%r6,%r7}, %nctaid; sub.u32 %r5, %r5, %r6; add.u32 %r0, %r5, "
              "%r7; xor.b32 %r0, %r0, %r1;",
              'r', words, 90);
    l.addCode("mov of bytes",
              ".reg .b8 %c<4>; mov.b32 {%c0,%c1,%c2,%c3}, %r1; mov.b32 %r0, {%c3,%c2,%c1,%c0};",
              'r', words, 90);
    for (const std::string type : {"u8", "s8", "u16", "s16", "u32"}) {
        const std::string from = type.ends_with("16") ? " %h1;" : " %r1;";
        l.addCode("cvt to a larger register, " + type, "cvt." + type + "." + type + " %rd0," + from,
                  'q', words);
        l.addCode("st of a larger register, " + type,
                  "st.global." + type + " [%out], %rd1; ld.global." + type + " %rd0, [%out];", 'q',
                  words);
    }
    l.addCode("st.f32 of 64 bits", "st.global.f32 [%out], %rd1; ld.global.f32 %f0, [%out];", 'f',
              words);
    l.addCode("types first",
              "st.u32.global [%out], %r1; ld.s16.global %r0, [%out]; add.s32.sat %r0, %r0, %r2;",
              'r', words);
}

void addApproximate(FormList& l) {
    for (const char* pattern :
         {"rcp.approx{,.ftz}.f32", "sqrt.approx{,.ftz}.f32", "rsqrt.approx{,.ftz}.f32"})
        l.add(pattern, "ff", Domain::f32);
    l.add("div.approx{,.ftz}.f32", "fff", Domain::f32);
    l.add("div.full{,.ftz}.f32", "fff", Domain::f32);
    l.add("{ex2,lg2}.approx{,.ftz}.f32", "ff", Domain::f32);
    l.add("{sin,cos}.approx{,.ftz}.f32", "ff", Domain::angles);
    l.add("tanh.approx.f32", "ff", Domain::f32);
    l.add("rcp.approx.ftz.f64", "dd", Domain::f64);
    l.add("rsqrt.approx{,.ftz}.f64", "dd", Domain::f64);
    l.add("{tanh,ex2}.approx.f16", "hh", Domain::f16);
    l.add("tanh.approx.bf16", "hh", Domain::bf16, 90);
    l.add("ex2.approx.ftz.bf16", "hh", Domain::bf16, 90);
}

} // namespace

std::vector<std::string> expanded(const std::string& pattern) {
    const auto open = pattern.find('{');
    if (open == std::string::npos)
        return {pattern};
    const auto close = pattern.find('}', open);
    std::vector<std::string> result;
    std::size_t from = open + 1;
    while (from <= close) {
        const std::size_t to = std::min(pattern.find(',', from), close);
        for (const std::string& rest : expanded(pattern.substr(close + 1)))
            result.push_back(pattern.substr(0, open) + pattern.substr(from, to - from) + rest);
        from = to + 1;
    }
    return result;
}

std::vector<OpcodeForm> opcodeForms() {
    FormList list;
    addIntegers(list);
    addBits(list);
    addFloats(list);
    addHalves(list);
    addComparisons(list);
    addConversions(list);
    addVideo(list);
    addApproximate(list);
    addSeldomUsed(list);
    // Two and three operands of min and max have the same name.
    std::set<std::string> names;
    for (OpcodeForm& form : list.forms) {
        while (!names.insert(form.name).second)
            form.name += "'";
    }
    return std::move(list.forms);
}

std::string moduleFor(const OpcodeForm& form) {
    std::string store = "st.global.u64 [%out], %rd0;";
    switch (form.result) {
    case 'f':
        store = "mov.b32 %r0, %f0; cvt.u64.u32 %rd0, %r0; " + store;
        break;
    case 'r':
        store = "cvt.u64.u32 %rd0, %r0; " + store;
        break;
    case 'h':
        store = "cvt.u64.u16 %rd0, %h0; " + store;
        break;
    case 'd':
        store = "mov.b64 %rd0, %d0; " + store;
        break;
    case 'p':
        store = "selp.u64 %rd0, 1, 0, %p0; " + store;
        break;
    default:
        break;
    }
    const char* version = form.target >= 100 ? "8.8" : "8.6";
    return std::string(".version ") + version + "\n.target sm_" + std::to_string(form.target) +
           (form.specific ? "a" : "") +
           "\n.address_size 64\n"
           ".visible .entry k(.param .u64 out, .param .u64 in, .param .u32 n)\n{\n"
           ".reg .pred %p<8>;\n.reg .b16 %h<8>;\n.reg .b32 %r<12>;\n.reg .f32 %f<8>;\n"
           ".reg .b64 %rd<8>, %out, %in, %t;\n.reg .f64 %d<8>;\n"
           "ld.param.u64 %out, [out];\nld.param.u64 %in, [in];\nld.param.u32 %r11, [n];\n"
           "mov.u32 %r8, %ctaid.x;\nmov.u32 %r9, %ntid.x;\nmov.u32 %r10, %tid.x;\n"
           "mad.lo.u32 %r10, %r8, %r9, %r10;\nsetp.ge.u32 %p7, %r10, %r11;\n@%p7 bra $end;\n"
           "mul.wide.u32 %t, %r10, 8;\nadd.u64 %out, %out, %t;\n"
           "mad.wide.u32 %in, %r10, 24, %in;\nld.global.u64 %rd1, [%in];\n"
           "ld.global.u64 %rd2, [%in+8];\nld.global.u64 %rd3, [%in+16];\n"
           // The fourth source is the upper half of the first one.
           "mov.b64 {%r1, %r4}, %rd1;\ncvt.u32.u64 %r2, %rd2;\ncvt.u32.u64 %r3, %rd3;\n"
           "mov.b32 %f1, %r1;\nmov.b32 %f2, %r2;\nmov.b32 %f3, %r3;\n"
           "mov.b64 %d1, %rd1;\nmov.b64 %d2, %rd2;\nmov.b64 %d3, %rd3;\n"
           "cvt.u16.u32 %h1, %r1;\ncvt.u16.u32 %h2, %r2;\ncvt.u16.u32 %h3, %r3;\n" +
           form.code + "\n" + store + "\n$end:\nret;\n}\n";
}

} // namespace warpbench::test
