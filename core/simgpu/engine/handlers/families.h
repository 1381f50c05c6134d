// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// The families of handlers, each compiled once per instruction set into its own namespace.
namespace warpbench::simgpu::engine {

class FormTable;

// Families whose speed does not depend on the instruction set: compiled once.
void addAsyncForms(FormTable& table);
void addClusterCancelForms(FormTable& table);
void addMatrixForms(FormTable& table);
void addMmaForms(FormTable& table);
void addWgmmaForms(FormTable& table);
void addStackForms(FormTable& table);
void addTensorMapForms(FormTable& table);
void addVideoForms(FormTable& table);
void addSurfaceForms(FormTable& table);
void addTextureForms(FormTable& table);

#define WARPBENCH_DECLARE_FAMILIES(ISA)                                                            \
    namespace ISA {                                                                                \
    void addIntegerForms(FormTable& table);                                                        \
    void addBitForms(FormTable& table);                                                            \
    void addFloatForms(FormTable& table);                                                          \
    void addApproximateForms(FormTable& table);                                                    \
    void addHalfForms(FormTable& table);                                                           \
    void addConversionForms(FormTable& table);                                                     \
    void addNarrowFloatForms(FormTable& table);                                                    \
    void addCompareForms(FormTable& table);                                                        \
    void addDataForms(FormTable& table);                                                           \
    void addControlForms(FormTable& table);                                                        \
    void addLoadForms(FormTable& table);                                                           \
    void addPairs(FormTable& table);                                                               \
    void addProductSums(FormTable& table);                                                         \
    void addStoreForms(FormTable& table);                                                          \
    void addTensorProducts(FormTable& table);                                                      \
    void addAtomicForms(FormTable& table);                                                         \
    void addWarpwideForms(FormTable& table);                                                       \
    inline void addAll(FormTable& table) {                                                         \
        addIntegerForms(table);                                                                    \
        addBitForms(table);                                                                        \
        addFloatForms(table);                                                                      \
        addApproximateForms(table);                                                                \
        addHalfForms(table);                                                                       \
        addConversionForms(table);                                                                 \
        addNarrowFloatForms(table);                                                                \
        addCompareForms(table);                                                                    \
        addDataForms(table);                                                                       \
        addControlForms(table);                                                                    \
        addLoadForms(table);                                                                       \
        addPairs(table);                                                                           \
        addProductSums(table);                                                                     \
        addStoreForms(table);                                                                      \
        addTensorProducts(table);                                                                  \
        addAtomicForms(table);                                                                     \
        addWarpwideForms(table);                                                                   \
    }                                                                                              \
    }

// Not every build contains all of them; see forms.cpp.
WARPBENCH_DECLARE_FAMILIES(isa_baseline)
WARPBENCH_DECLARE_FAMILIES(isa_avx2)
WARPBENCH_DECLARE_FAMILIES(isa_avx512)

#undef WARPBENCH_DECLARE_FAMILIES

} // namespace warpbench::simgpu::engine
