// What an H200's driver 580.159 refuses, though ptxas takes it, and the module or kernel with it
// (CUDA_ERROR_NOT_SUPPORTED, CUDA_ERROR_NOT_FOUND): for the simulated GPU only. NVRTC 13.0 compiles
// it into format_queries.75.ptx.
extern "C" __global__ void queryTextureFormat(cudaTextureObject_t t, unsigned* out) {
    asm("txq.channel_data_type.b32 %0, [%1];" : "=r"(out[0]) : "l"(t));
    asm("txq.channel_order.b32 %0, [%1];" : "=r"(out[1]) : "l"(t));
    asm("txq.normalized_coords.b32 %0, [%1];" : "=r"(out[2]) : "l"(t));
    asm("txq.array_size.b32 %0, [%1];" : "=r"(out[3]) : "l"(t));
    asm("txq.num_mipmap_levels.b32 %0, [%1];" : "=r"(out[4]) : "l"(t));
}
extern "C" __global__ void querySurfaceFormat(cudaSurfaceObject_t s, unsigned* out) {
    asm("suq.channel_data_type.b32 %0, [%1];" : "=r"(out[0]) : "l"(s));
    asm("suq.channel_order.b32 %0, [%1];" : "=r"(out[1]) : "l"(s));
    asm("suq.array_size.b32 %0, [%1];" : "=r"(out[2]) : "l"(s));
    asm("suq.memory_layout.b32 %0, [%1];" : "=r"(out[3]) : "l"(s));
}
