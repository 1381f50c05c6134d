// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/fixed_memory.h"
#include "core/cuda/module.h"
#include "core/cuda/simulated_extras.h"
#include "core/device/device_image.h"
#include "core/device/halo_exchange.h"
#include "core/device/open_device.h"
#include "core/launch/arguments.h"
#include "core/launch/timing.h"
#include "core/libraries/library_step.h"

#include <chrono>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace warpbench::cuda {
class HardwareCounting;
}

namespace warpbench::session {

/// Maximum size in bytes of a kernel's output in a report.
inline constexpr std::size_t kOutputLimit = std::size_t(1) << 20;

inline cuda::Dim3 dim3(const std::array<std::uint32_t, 3>& value) {
    return {value[0], value[1], value[2]};
}

/// One run on one device, in the order documented in docs/project-file.md: prepare, check pass,
/// download, timing. Created for a single run, on the device's thread.
class DeviceRunPhases {
  public:
    /// \param group  synchronizes a run on several devices; null: there is only one
    DeviceRunPhases(OpenDevice& device, const DeviceRunRequest& request, RunControl& control,
                    PeerGroup* group = nullptr);

    /// Errors of a kernel or device are not thrown but reported in the result.
    /// \throws Error (project, usage) if the request itself is wrong
    DeviceRunResult perform();

    // For stepping through one of the launches (stepper.h), instead of perform().
    /// Prepares, and performs the launches before `launch`.
    void prepareUntil(std::size_t launch);
    /// Launches once without waiting. What a kernel wrote through a surface is copied back on
    /// request.
    void launchOnly(std::size_t launch);
    void copyImagesBack(std::size_t launch);
    /// A fault of the simulated GPU, with its buffer; empty for one that the kernel did not
    /// cause.
    std::optional<Fault> faultOf(const cuda::SimulatedFault& found) const;
    bool hasImages(std::size_t launch) const { return !m_imagesOfLaunch[launch].empty(); }
    void leave() { tidyUp(); }
    /// Address and size of every buffer.
    std::vector<std::pair<CUdeviceptr, std::uint64_t>> memory() const;
    const cuda::Module& module() const { return *m_module; }

  private:
    /// A copy of a buffer's contents: on the device, or on the host if it lacks the memory.
    struct Saved {
        BufferMemory device;
        std::shared_ptr<arrays::HostBlock> host;
    };
    struct Buffer {
        const DeviceBuffer* request = nullptr;
        BufferMemory memory; ///< unless resident
        CUdeviceptr allocation = 0;
        std::uint64_t emptyAfter = 0; ///< no elements: at the end of an allocation of this size
        CUdeviceptr pointer = 0;      ///< of the first own row
        bool fresh = true;            ///< not found on the device
        std::optional<Saved> before;  ///< contents before the check pass
        std::optional<Saved> after;   ///< contents after it, for resident buffers
        std::vector<Saved> rotated;   ///< additional copies, which timing passes use in turn
        std::optional<Saved> asRead;  ///< before a launch that must only read it
        bool changed = false;         ///< by a kernel, although no launch is allowed to write it

        /// All of it, including the rows of other devices.
        CUdeviceptr base() const { return pointer - request->before; }
        std::uint64_t total() const {
            return request->before + request->deviceBytes() + request->after;
        }
        bool staysWritten() const { return !request->residentKey.empty() && request->written; }
    };

    void prepare();
    void setLimits();
    void loadModule();
    cuda::Module linkedModule() const;
    cuda::Module loaded(const DeviceCodePart& code) const;
    void explainGivenCode(const cuda::CudaError& error) const;
    void setConstants();
    static void checkReadable(const DeviceConstant& constant, std::size_t bytes);
    void readVariables();
    cuda::GlobalSymbol symbolOf(const DeviceConstant& constant);
    void makeFixedMemory();
    void makeBuffer(const DeviceBuffer& request);
    void placeBuffer(Buffer& buffer);
    void fillFirst(Buffer& buffer);
    MemoryUse memoryUse();
    void upload(Buffer& buffer);
    void fill(const cuda::Stream& stream, const Buffer& buffer);
    void generate(const Buffer& buffer);
    void copyLines(const Buffer& buffer, std::byte* host, bool toDevice, const cuda::Stream& stream,
                   std::uint64_t offset, std::uint64_t bytes);
    void fillUndefined(const Buffer& buffer);
    void checkGuards(std::size_t launch);
    /// Copies in pieces; between pieces it checks for a stop and reports progress.
    /// \param copy  of (offset, bytes) \returns milliseconds
    double copyInPieces(const std::string& phase, std::uint64_t bytes, std::uint64_t pieceBytes,
                        const std::function<void(std::uint64_t, std::uint64_t)>& copy);
    bool checksInputs() const;
    static bool isInput(const Buffer& buffer);
    void keepInputs(std::size_t launch);
    void checkInputs(std::size_t launch);
    void noteChangedInputs();
    std::optional<std::uint64_t> firstChange(const Buffer& buffer);
    void fetch(const Buffer& buffer, CUdeviceptr base, std::uint64_t offset,
               std::span<std::byte> to);
    void keepCopy(Buffer& buffer);
    static bool isMadeAnew(const DeviceBuffer& request);
    std::optional<Saved> save(const Buffer& buffer, bool spare = false);
    void putBack(const cuda::Stream& stream, const Buffer& buffer, const Saved& saved);
    ResidentBuffer& residentOf(const Buffer& buffer);
    void doubtResident();
    void trustResident();
    void noteDoubts();
    void makeLaunch(const DeviceLaunch& launch);
    void makeCall(const DeviceLaunch& launch);
    /// \param turn  which of the copies that passes use in turn; 0: the buffers themselves
    launch::ArgumentValue valueOf(const DeviceArgument& argument, std::size_t turn = 0);
    CUdeviceptr pointerOf(std::size_t buffer, std::size_t turn) const;
    const launch::PackedArguments* packed(const DeviceLaunch& launch,
                                          const std::vector<launch::ArgumentValue>& values);
    const cuda::Stream& streamOf(const DeviceLaunch& launch);
    cuda::Stream makeStream(const DeviceLaunch& launch) const;

    void meetOthers();
    void leaveOthers();
    void checkPass();
    void launchChecked(std::size_t index);
    void takeFindings(std::size_t index, const cuda::SimulatedExtras& extras);
    void launchInCheckPass(std::size_t index);
    std::shared_ptr<AccessTrace> traceOfLaunch(const cuda::SimulatedExtras& extras);
    void download();
    void downloadAtFault();
    void refuseGraph() const;
    void time();
    void timePasses();
    void rotateInputs();
    bool mayRotate(const Buffer& buffer) const;
    void timeGraph();
    void measureEnergy();
    void queuePass(std::int64_t pass);
    launch::TimingOptions timingOptions();
    void setAround(launch::TimingOptions& options);
    std::uint32_t timedRounds() const;
    std::vector<launch::ReadyLaunch> launchesOfAPass() const;
    void takeTimes(const launch::TimingResult& timing);
    bool countsOnHardware() const;
    std::size_t kernelsOfARound() const;
    void countPasses();
    bool profilesOnceMore() const;
    void profilePass();
    cuda::SimulatedProfiling profilingOf(std::size_t index) const;
    void launchOne(std::size_t index);
    void takeProfile(std::size_t index, const cuda::SimulatedExtras& extras);
    void countWith(cuda::HardwareCounting& counting);
    void findPeaks();
    launch::DevicePeaks measuredPeaks();
    void launchAll();
    void putAfterBack();
    void restore(const cuda::Stream& stream);

    void setExtras(bool on);
    bool deviceAnswers() const;
    void keepFindings(const cuda::SimulatedExtras& extras);
    void explain(const Error& error);
    ErrorText wordsOfStop() const;
    void tidyUp();
    void throwIfStopped() const;
    void progress(const std::string& phase, double fraction = -1);

    OpenDevice& m_device;
    const DeviceRunRequest& m_request;
    RunControl& m_control;
    DeviceRunResult m_result;
    std::optional<Fault> m_stopped; ///< where a cancelled launch was; empty: unknown

    std::optional<cuda::LimitScope> m_stackLimit; ///< outlives the module
    PeerGroup* m_group;
    std::optional<HaloExchange> m_exchange; ///< if buffers have rows of other devices

    std::optional<cuda::Module> m_module;
    std::optional<cuda::Module> m_fillers;  ///< loaded when a buffer first needs it
    std::vector<cuda::FixedMemory> m_fixed; ///< for buffers with fixed addresses
    std::vector<Buffer> m_buffers;
    std::list<DeviceImage> m_images;
    std::vector<std::vector<DeviceImage*>> m_imagesOfLaunch;
    std::list<launch::PackedArguments> m_arguments;
    std::vector<launch::ReadyLaunch> m_launches;
    std::map<std::string, cuda::Stream> m_streams;
    std::vector<std::unique_ptr<libraries::LibraryStep>> m_calls;
    std::vector<std::string> m_inputNotes;
    double m_coldMs = 0; ///< time of the check pass's launches, if a graph is requested
    int m_current = -1;  ///< the current launch; -1: none
    // Of the current phase's copies, for its progress.
    std::uint64_t m_bytesToCopy = 0;
    std::uint64_t m_bytesCopied = 0;
};

} // namespace warpbench::session
