// Kernels of the texture and surface tests, one thread per point. NVRTC 13.0 compiles them (the
// one for compute_90 with -lineinfo) into texture_kernels.75.ptx, .90.ptx and .120.ptx.
//
// at: x, y, z and w, which is the layer, the level of detail or both in turn (see each kernel).
#define KERNEL extern "C" __global__ void
typedef cudaTextureObject_t Texture;
typedef cudaSurfaceObject_t Surface;
#define POINT                                                                                      \
    const int i = blockIdx.x * blockDim.x + threadIdx.x;                                           \
    if (i >= n)                                                                                    \
        return;                                                                                    \
    const float4 p = at[i];

#define SAMPLER(name, type, call)                                                                  \
    KERNEL name(Texture t, const float4* at, type* out, int n) {                                   \
        POINT out[i] = call;                                                                       \
    }

SAMPLER(sample1D, float4, tex1D<float4>(t, p.x))
SAMPLER(sample2D, float4, (tex2D<float4>(t, p.x, p.y)))
SAMPLER(sample3D, float4, (tex3D<float4>(t, p.x, p.y, p.z)))
SAMPLER(sampleLayered1D, float4, (tex1DLayered<float4>(t, p.x, (int)p.w)))
SAMPLER(sampleLayered2D, float4, (tex2DLayered<float4>(t, p.x, p.y, (int)p.w)))
SAMPLER(sampleCube, float4, (texCubemap<float4>(t, p.x, p.y, p.z)))
SAMPLER(sampleLayeredCube, float4, (texCubemapLayered<float4>(t, p.x, p.y, p.z, (int)p.w)))
SAMPLER(fetch1D, float4, tex1Dfetch<float4>(t, (int)p.x))

SAMPLER(sampleInteger1D, int4, tex1D<int4>(t, p.x))
SAMPLER(sampleInteger2D, int4, (tex2D<int4>(t, p.x, p.y)))
SAMPLER(sampleInteger3D, int4, (tex3D<int4>(t, p.x, p.y, p.z)))
SAMPLER(fetchInteger1D, int4, tex1Dfetch<int4>(t, (int)p.x))

SAMPLER(level1D, float4, tex1DLod<float4>(t, p.x, p.w))
SAMPLER(level2D, float4, (tex2DLod<float4>(t, p.x, p.y, p.w)))
SAMPLER(level3D, float4, (tex3DLod<float4>(t, p.x, p.y, p.z, p.w)))
SAMPLER(levelLayered2D, float4, (tex2DLayeredLod<float4>(t, p.x, p.y, (int)p.z, p.w)))
SAMPLER(levelCube, float4, (texCubemapLod<float4>(t, p.x, p.y, p.z, p.w)))
// z: texels of the coordinates per pixel along x; w: along y.
SAMPLER(gradients2D, float4,
        (tex2DGrad<float4>(t, p.x, p.y, make_float2(p.z, 0), make_float2(0, p.w))))

SAMPLER(gatherRed, float4, (tex2Dgather<float4>(t, p.x, p.y, 0)))
SAMPLER(gatherGreen, float4, (tex2Dgather<float4>(t, p.x, p.y, 1)))
SAMPLER(gatherBlue, float4, (tex2Dgather<float4>(t, p.x, p.y, 2)))
SAMPLER(gatherAlpha, float4, (tex2Dgather<float4>(t, p.x, p.y, 3)))
SAMPLER(gatherInteger, int4, (tex2Dgather<int4>(t, p.x, p.y, 0)))

KERNEL sampleResident(Texture t, const float4* at, float4* out, int n) {
    POINT bool resident = false;
    out[i] = tex2D<float4>(t, p.x, p.y, &resident);
    out[i].w = resident;
}

// Half results, texel offsets and integer coordinates have no C++ function.
KERNEL sampleHalf(Texture t, const float4* at, ushort4* out, int n) {
    POINT unsigned short a, b, c, d;
    asm("tex.2d.v4.f16.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
        : "=h"(a), "=h"(b), "=h"(c), "=h"(d)
        : "l"(t), "f"(p.x), "f"(p.y));
    out[i] = make_ushort4(a, b, c, d);
}
KERNEL samplePackedHalf(Texture t, const float4* at, uint2* out, int n) {
    POINT unsigned a, b;
    asm("tex.2d.v2.f16x2.f32 {%0, %1}, [%2, {%3, %4}];"
        : "=r"(a), "=r"(b)
        : "l"(t), "f"(p.x), "f"(p.y));
    out[i] = make_uint2(a, b);
}
KERNEL sampleOffset(Texture t, const float4* at, float4* out, int n) {
    POINT float4 v;
    const int dx = (int)p.z, dy = (int)p.w;
    asm("tex.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], {%7, %8};"
        : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
        : "l"(t), "f"(p.x), "f"(p.y), "r"(dx), "r"(dy));
    out[i] = v;
}
KERNEL texelAt(Texture t, const float4* at, float4* out, int n) {
    POINT float4 v;
    const int x = (int)p.x, y = (int)p.y;
    asm("tex.2d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
        : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
        : "l"(t), "r"(x), "r"(y));
    out[i] = v;
}

// What else can be asked of textures and surfaces is in format_queries.cu.
KERNEL queryTexture(Texture t, unsigned* out) {
    asm("txq.width.b32 %0, [%1];" : "=r"(out[0]) : "l"(t));
    asm("txq.height.b32 %0, [%1];" : "=r"(out[1]) : "l"(t));
    asm("txq.depth.b32 %0, [%1];" : "=r"(out[2]) : "l"(t));
    asm("txq.level.width.b32 %0, [%1], %2;" : "=r"(out[3]) : "l"(t), "r"(1));
    asm("{ .reg .pred p; istypep.texref p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(out[4]) : "l"(t));
    asm("{ .reg .pred p; istypep.surfref p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(out[5]) : "l"(t));
}
KERNEL querySurface(Surface s, unsigned* out) {
    asm("suq.width.b32 %0, [%1];" : "=r"(out[0]) : "l"(s));
    asm("suq.height.b32 %0, [%1];" : "=r"(out[1]) : "l"(s));
    asm("suq.depth.b32 %0, [%1];" : "=r"(out[2]) : "l"(s));
    asm("{ .reg .pred p; istypep.surfref p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(out[3]) : "l"(s));
}

// Surfaces. Each thread has an element; x is given in elements.
#define COORDINATES const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
#define INDEX ((z * blockDim.y + y) * blockDim.x + x)
#define SURFACE_KERNELS(name, T)                                                                   \
    KERNEL read1D_##name(Surface s, T* out) {                                                      \
        COORDINATES out[INDEX] = surf1Dread<T>(s, x * (int)sizeof(T));                             \
    }                                                                                              \
    KERNEL read2D_##name(Surface s, T* out) {                                                      \
        COORDINATES out[INDEX] = surf2Dread<T>(s, x * (int)sizeof(T), y);                          \
    }                                                                                              \
    KERNEL write2D_##name(Surface s, T* in) {                                                      \
        COORDINATES surf2Dwrite(in[INDEX], s, x * (int)sizeof(T), y);                              \
    }
SURFACE_KERNELS(u8, unsigned char)
SURFACE_KERNELS(u8x2, uchar2)
SURFACE_KERNELS(u8x4, uchar4)
SURFACE_KERNELS(s16, short)
SURFACE_KERNELS(s16x2, short2)
SURFACE_KERNELS(s16x4, short4)
SURFACE_KERNELS(u32, unsigned)
SURFACE_KERNELS(f32x2, float2)
SURFACE_KERNELS(f32x4, float4)
SURFACE_KERNELS(u64, unsigned long long)
SURFACE_KERNELS(u64x2, ulonglong2)

KERNEL write1D(Surface s, unsigned* in) {
    COORDINATES surf1Dwrite(in[INDEX], s, x * 4);
}
KERNEL copy3D(Surface s, Surface d) {
    COORDINATES surf3Dwrite(surf3Dread<unsigned>(s, x * 4, y, z) + 1, d, x * 4, y, z);
}
KERNEL copyLayered1D(Surface s, Surface d) {
    COORDINATES surf1DLayeredwrite(surf1DLayeredread<unsigned>(s, x * 4, y) + 1, d, x * 4, y);
}
KERNEL copyLayered2D(Surface s, Surface d) {
    COORDINATES surf2DLayeredwrite(surf2DLayeredread<unsigned>(s, x * 4, y, z) + 1, d, x * 4, y, z);
}
KERNEL copyCube(Surface s, Surface d) {
    COORDINATES surfCubemapwrite(surfCubemapread<unsigned>(s, x * 4, y, z) + 1, d, x * 4, y, z);
}
KERNEL copyLayeredCube(Surface s, Surface d) {
    COORDINATES surfCubemapLayeredwrite(surfCubemapLayeredread<unsigned>(s, x * 4, y, z) + 1, d,
                                        x * 4, y, z);
}

// One thread, one access, at x bytes and row y.
KERNEL readTrap(Surface s, unsigned* out, int x, int y) { *out = surf2Dread<unsigned>(s, x, y); }
KERNEL readClamp(Surface s, unsigned* out, int x, int y) {
    *out = surf2Dread<unsigned>(s, x, y, cudaBoundaryModeClamp);
}
KERNEL readZero(Surface s, unsigned* out, int x, int y) {
    *out = surf2Dread<unsigned>(s, x, y, cudaBoundaryModeZero);
}
KERNEL writeTrap(Surface s, unsigned* in, int x, int y) { surf2Dwrite(*in, s, x, y); }
KERNEL writeClamp(Surface s, unsigned* in, int x, int y) {
    surf2Dwrite(*in, s, x, y, cudaBoundaryModeClamp);
}
KERNEL writeZero(Surface s, unsigned* in, int x, int y) {
    surf2Dwrite(*in, s, x, y, cudaBoundaryModeZero);
}

// A formatted store: the surface's format decides what becomes of the four words.
KERNEL storeFormatted(Surface s, uint4* in) {
    const int x = threadIdx.x, y = 0;
    const uint4 v = in[x];
    asm volatile("sust.p.2d.v4.b32.trap [%0, {%1, %2}], {%3, %4, %5, %6};"
                 :
                 : "l"(s), "r"(x), "r"(y), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w)
                 : "memory");
}

// Every thread meets the same few elements: row 0 adds, 1 takes the least, 2 the greatest (signed),
// 3 and 4 combine bits.
KERNEL reduceSurface(Surface s) {
    const int x = threadIdx.x % 4 * 4, value = (int)threadIdx.x - 20, bit = 1 << threadIdx.x % 32;
    asm volatile("sured.b.add.2d.u32.trap [%0, {%1, %2}], %3;" : : "l"(s), "r"(x), "r"(0), "r"(value) : "memory");
    asm volatile("sured.b.min.2d.s32.trap [%0, {%1, %2}], %3;" : : "l"(s), "r"(x), "r"(1), "r"(value) : "memory");
    asm volatile("sured.b.max.2d.s32.trap [%0, {%1, %2}], %3;" : : "l"(s), "r"(x), "r"(2), "r"(value) : "memory");
    asm volatile("sured.b.and.2d.b32.trap [%0, {%1, %2}], %3;" : : "l"(s), "r"(x), "r"(3), "r"(~bit) : "memory");
    asm volatile("sured.b.or.2d.b32.trap [%0, {%1, %2}], %3;" : : "l"(s), "r"(x), "r"(4), "r"(bit) : "memory");
}
