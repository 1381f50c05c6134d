// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/peers/kernels.h"
#include "tests/bench/peers/workload.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdexcept>

namespace warpbench::bench {

namespace {

void check(cl_int code, const char* call) {
    if (code != CL_SUCCESS)
        throw std::runtime_error(std::string(call) + " failed with " + std::to_string(code));
}

std::string platformName(cl_platform_id platform) {
    char name[256] = {};
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name - 1, name, nullptr);
    return name;
}

class OpenCl : public Simulator {
  public:
    OpenCl(cl_platform_id platform, std::string name)
        : m_name(std::move(name)) {
        cl_int code = 0;
        check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &m_device, nullptr),
              "clGetDeviceIDs");
        m_context = clCreateContext(nullptr, 1, &m_device, nullptr, nullptr, &code);
        check(code, "clCreateContext");
        m_queue = clCreateCommandQueue(m_context, m_device, 0, &code);
        check(code, "clCreateCommandQueue");
        const char* text = kOpenClSource.data();
        const std::size_t size = kOpenClSource.size();
        m_program = clCreateProgramWithSource(m_context, 1, &text, &size, &code);
        check(code, "clCreateProgramWithSource");
        check(clBuildProgram(m_program, 1, &m_device, "", nullptr, nullptr), "clBuildProgram");
    }
    ~OpenCl() override {
        release();
        clReleaseProgram(m_program);
        clReleaseCommandQueue(m_queue);
        clReleaseContext(m_context);
    }
    OpenCl(const OpenCl&) = delete;
    OpenCl& operator=(const OpenCl&) = delete;

    std::string name() const override { return m_name; }

    void prepare(const Workload& workload) override {
        release();
        m_workload = workload;
        cl_int code = 0;
        m_kernel = clCreateKernel(m_program, workload.kernel.c_str(), &code);
        check(code, "clCreateKernel");
        std::vector<float> values(workload.inputElements);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = inputElement(i);
        for (std::size_t i = 0; i < workload.inputs; ++i) {
            m_buffers.push_back(
                clCreateBuffer(m_context, CL_MEM_READ_ONLY, values.size() * 4, nullptr, &code));
            check(code, "clCreateBuffer");
            check(clEnqueueWriteBuffer(m_queue, m_buffers.back(), CL_TRUE, 0, values.size() * 4,
                                       values.data(), 0, nullptr, nullptr),
                  "clEnqueueWriteBuffer");
        }
        m_buffers.push_back(clCreateBuffer(m_context, CL_MEM_READ_WRITE,
                                           workload.outputElements * 4, nullptr, &code));
        check(code, "clCreateBuffer");
        cl_uint argument = 0;
        for (const cl_mem& buffer : m_buffers)
            check(clSetKernelArg(m_kernel, argument++, sizeof buffer, &buffer), "clSetKernelArg");
        for (const int& scalar : workload.scalars)
            check(clSetKernelArg(m_kernel, argument++, sizeof scalar, &scalar), "clSetKernelArg");
    }

    void run() override {
        check(clEnqueueNDRangeKernel(m_queue, m_kernel, 2, nullptr, m_workload.global,
                                     m_workload.local, 0, nullptr, nullptr),
              "clEnqueueNDRangeKernel");
        check(clFinish(m_queue), "clFinish");
    }

    std::vector<float> output() override {
        std::vector<float> values(m_workload.outputElements);
        check(clEnqueueReadBuffer(m_queue, m_buffers.back(), CL_TRUE, 0, values.size() * 4,
                                  values.data(), 0, nullptr, nullptr),
              "clEnqueueReadBuffer");
        return values;
    }

  private:
    void release() {
        for (const cl_mem& buffer : m_buffers)
            clReleaseMemObject(buffer);
        m_buffers.clear();
        if (m_kernel)
            clReleaseKernel(m_kernel);
        m_kernel = nullptr;
    }

    std::string m_name;
    Workload m_workload;
    cl_device_id m_device = nullptr;
    cl_context m_context = nullptr;
    cl_command_queue m_queue = nullptr;
    cl_program m_program = nullptr;
    cl_kernel m_kernel = nullptr;
    std::vector<cl_mem> m_buffers;
};

} // namespace

std::unique_ptr<Simulator> makeOpenCl(const std::string& platform, const std::string& name,
                                      std::string& problem) {
    cl_uint count = 0;
    clGetPlatformIDs(0, nullptr, &count);
    std::vector<cl_platform_id> platforms(count);
    clGetPlatformIDs(count, platforms.data(), nullptr);
    for (const cl_platform_id one : platforms) {
        if (platformName(one).find(platform) == std::string::npos)
            continue;
        try {
            return std::make_unique<OpenCl>(one, name);
        } catch (const std::exception& error) {
            problem = name + ": " + error.what();
            return nullptr;
        }
    }
    problem = name + " is not installed";
    return nullptr;
}

} // namespace warpbench::bench
