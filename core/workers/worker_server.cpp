// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workers/worker_server.h"

#include "core/compile/confinement.h"
#include "core/platform/folders.h"
#include "core/platform/system.h"
#include "core/processes/shared_memory.h"
#include "core/workers/device_list.h"
#include "core/workers/device_worker.h"
#include "core/workers/host_wire.h"
#include "core/workers/wire.h"

#include <algorithm>
#include <charconv>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <initializer_list>
#include <map>
#include <mutex>
#include <set>
#include <stop_token>
#include <thread>
#include <utility>

namespace warpbench::session {

namespace {

/// The blocks that the parent shared with this process.
class BlockTable {
  public:
    void add(platform::ParentLink& link, const std::set<std::uint64_t>& ids) {
        for (const std::uint64_t id : ids) {
            if (id == 0 || get(id))
                continue;
            auto memory = std::make_shared<const platform::SharedMemory>(link.sharedMemory(id));
            const std::lock_guard lock(m_mutex);
            m_blocks[id] = std::move(memory);
        }
    }
    std::shared_ptr<const platform::SharedMemory> get(std::uint64_t id) const {
        const std::lock_guard lock(m_mutex);
        const auto found = m_blocks.find(id);
        return found == m_blocks.end() ? nullptr : found->second;
    }
    void forget(std::uint64_t id) {
        const std::lock_guard lock(m_mutex);
        m_blocks.erase(id);
    }

  private:
    mutable std::mutex m_mutex;
    std::map<std::uint64_t, std::shared_ptr<const platform::SharedMemory>> m_blocks;
};

/// A thread for each request in progress. An idle thread waits for the next request, since starting
/// a thread takes longer than a small request. Nobody joins them: the process ends
/// with them.
class RequestThreads {
  public:
    void run(std::function<void()> work) {
        const std::lock_guard lock(m_mutex);
        m_waiting.push_back(std::move(work));
        if (m_idle >= m_waiting.size())
            m_wake.notify_one();
        else
            std::thread([this] { serve(); }).detach();
    }

  private:
    void serve() {
        std::unique_lock lock(m_mutex);
        for (;;) {
            ++m_idle;
            m_wake.wait(lock, [this] { return !m_waiting.empty(); });
            --m_idle;
            std::function<void()> work = std::move(m_waiting.front());
            m_waiting.pop_front();
            lock.unlock();
            work();
            work = nullptr; // frees what it holds before it waits
            lock.lock();
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<std::function<void()>> m_waiting;
    std::size_t m_idle = 0;
};

/// The common part of the servers: blocks, and a thread for each request.
class Server {
  public:
    explicit Server(platform::ParentLink& link)
        : m_link(link) {}

  protected:
    /// If a block cannot be mapped, the request fails but not this process.
    bool addBlocks(std::uint64_t id, const std::set<std::uint64_t>& blocks) {
        try {
            m_blocks.add(m_link, blocks);
            return true;
        } catch (const Error&) {
            const wire::Message answer = {{"id", id},
                                          {"error", wire::fromException(std::current_exception())}};
            m_link.send(wire::encode(answer));
            return false;
        }
    }

    void cancel(std::uint64_t id) {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_stops.find(id); found != m_stops.end())
            found->second.request_stop();
    }

    /// Every request waits on a separate thread, so that cancels and other devices are not delayed.
    /// The process ends without joining them.
    template <class Work>
    void onThread(std::uint64_t id, Work work) {
        std::stop_token stop;
        {
            const std::lock_guard lock(m_mutex);
            stop = m_stops[id].get_token();
        }
        m_threads.run([this, id, stop, work = std::move(work)] {
            try {
                m_link.send(wire::encode({{"id", id}, {"result", work(stop)}}));
            } catch (...) {
                // Also if an answer is too long to send.
                m_link.send(wire::encode(
                    {{"id", id}, {"error", wire::fromException(std::current_exception())}}));
            }
            const std::lock_guard lock(m_mutex);
            m_stops.erase(id);
        });
    }

    void progress(std::uint64_t id, const Progress& step) {
        m_link.send(wire::encode({{"id", id}, {"progress", wire::from(step)}}));
    }

    platform::ParentLink& m_link;
    BlockTable m_blocks;

  private:
    std::mutex m_mutex;
    std::map<std::uint64_t, std::stop_source> m_stops;
    RequestThreads m_threads;
};

class DeviceServer : public Server {
  public:
    explicit DeviceServer(platform::ParentLink& link)
        : Server(link)
        , m_worker(
              makeInProcessWorker([this](std::uint64_t id) { return m_blocks.get(id); }, {}, {},
                                  [&link](const std::vector<DeviceMemory>& memory) {
                                      link.send(wire::encode({{"memory", wire::from(memory)}}));
                                  })) {}

    void handle(const wire::Message& message) {
        const auto call = message.at("call").get<std::string>();
        const auto id = message.at("id").get<std::uint64_t>();
        const wire::Message& body = message.at("body");
        if (call == "cancel")
            cancel(id);
        else if (call == "reset")
            m_worker->resetResident();
        else if (call == "forget")
            forget(body.get<std::uint64_t>());
        else if (call == "devices")
            onThread(id, [real = body.at("real").get<bool>()](const std::stop_token&) {
                return wire::from(listDevicesOfThisProcess(real));
            });
        else if (call == "run")
            run(id, wire::toRunRequest(body));
        else if (call == "step")
            step(id, wire::toStepCall(body));
        else if (call == "pause_stepping")
            m_worker->pauseStepping();
        else if (call == "end_stepping")
            m_worker->endStepping();
        else if (call == "read")
            read(id, wire::toResidentRead(body));
    }

  private:
    void run(std::uint64_t id, DeviceRunRequest request) {
        std::set<std::uint64_t> blocks;
        for (const DeviceBuffer& buffer : request.buffers) {
            blocks.insert(buffer.initial.block);
            blocks.insert(buffer.result.block);
        }
        if (!addBlocks(id, blocks))
            return;
        onThread(id, [this, id, request = std::move(request)](std::stop_token stop) {
            return wire::from(m_worker->run(request, std::move(stop),
                                            [&](const Progress& step) { progress(id, step); }));
        });
    }

    void step(std::uint64_t id, StepCall call) {
        std::set<std::uint64_t> blocks;
        if (call.open) {
            for (const DeviceBuffer& buffer : call.open->run.buffers)
                blocks.insert(buffer.initial.block);
        }
        if (!addBlocks(id, blocks))
            return;
        onThread(id, [this, call = std::move(call)](std::stop_token stop) {
            return wire::from(m_worker->step(call, std::move(stop)));
        });
    }

    void read(std::uint64_t id, const ResidentRead& request) {
        if (!addBlocks(id, {request.target.block}))
            return;
        onThread(id, [this, request](std::stop_token stop) {
            m_worker->read(request, std::move(stop));
            return wire::Message(true);
        });
    }

    void forget(std::uint64_t id) {
        m_blocks.forget(id);
        m_worker->forgetBlock(id);
    }

    std::unique_ptr<DeviceWorker> m_worker;
};

/// As much as the computer can spare, or its owner allows, and some for threads; it needs the
/// rest itself.
void setBudget() {
    constexpr std::uint64_t kThread = 16 << 20;
    std::uint64_t bytes = platform::availableMemoryBytes() / 4 * 3;
    if (const auto allowed = platform::environmentVariable("WARPBENCH_HELPER_MEMORY")) {
        std::uint64_t value = 0;
        const char* end = allowed->data() + allowed->size();
        const auto read = std::from_chars(allowed->data(), end, value);
        if (read.ec == std::errc() && read.ptr == end)
            bytes = std::min(bytes, value);
    }
    platform::limitPrivateMemory(bytes + platform::processorCount() * kThread);
}

/// Fills and checks buffers.
class HostServer : public Server {
  public:
    using Server::Server;

    void handle(const wire::Message& message) {
        const auto call = message.at("call").get<std::string>();
        const auto id = message.at("id").get<std::uint64_t>();
        const wire::Message& body = message.at("body");
        if (call == "forget")
            m_blocks.forget(body.get<std::uint64_t>());
        else if (call == "fill")
            fill(id, wire::toHostFill(body));
        else if (call == "check")
            check(id, wire::toHostCheck(body));
        else if (call == "expected")
            expected(id, wire::toHostExpected(body));
    }

  private:
    static std::set<std::uint64_t>
    blocksOf(std::initializer_list<const std::vector<HostPlace>*> lists) {
        std::set<std::uint64_t> blocks;
        for (const std::vector<HostPlace>* places : lists)
            for (const HostPlace& place : *places)
                blocks.insert(place.block);
        return blocks;
    }

    HostMemory hostMemory() {
        return [this](const HostPlace& place, std::size_t bytes) {
            const auto block = m_blocks.get(place.block);
            if (!block || place.offset > block->size() || bytes > block->size() - place.offset)
                throw Error(ErrorKind::internal,
                            {"WB1945", "a buffer is outside the memory of its block"});
            return std::make_shared<arrays::HostBlock>(block->data() + place.offset, bytes,
                                                       [block] {});
        };
    }

    void fill(std::uint64_t id, HostFill request) {
        if (!addBlocks(id, blocksOf({&request.places})))
            return;
        setBudget();
        onThread(id, [this, id, request = std::move(request)](const std::stop_token& stop) {
            return wire::Message(fillBuffers(request, hostMemory(), stop,
                                             [&](const Progress& step) { progress(id, step); }));
        });
    }

    void check(std::uint64_t id, HostCheck request) {
        if (!addBlocks(id, blocksOf({&request.initial, &request.results})))
            return;
        setBudget();
        onThread(id, [this, id, request = std::move(request)](const std::stop_token& stop) {
            return wire::from(checkBuffers(request, hostMemory(), stop,
                                           [&](const Progress& step) { progress(id, step); }));
        });
    }

    void expected(std::uint64_t id, HostExpected request) {
        if (!addBlocks(id,
                       blocksOf({&request.check.initial, &request.check.results, &request.want})))
            return;
        setBudget();
        onThread(id, [this, request = std::move(request)](const std::stop_token& stop) {
            writeExpected(request, hostMemory(), stop);
            return wire::Message(true);
        });
    }
};

/// Serves the parent's requests until it is gone.
template <class Kind>
[[noreturn]] void serve(platform::ParentLink& link) {
    Kind server(link);
    try {
        while (const auto bytes = link.receive())
            server.handle(wire::decode(*bytes));
    } catch (const std::exception&) {
        // A broken link or message: the parent sees this process end and starts another.
        platform::exitNow(1);
    }
    platform::exitNow(0);
}

} // namespace

void serveDevices(platform::ParentLink& link) {
    serve<DeviceServer>(link);
}

void serveHostWork(platform::ParentLink& link) {
    serve<HostServer>(link);
}

void serveCompiles(platform::ParentLink& link) {
    // Compiles run next to the receiving thread, which notices the parent's end at once.
    while (const auto bytes = link.receive()) {
        setBudget(); // a source may ask for any amount: an array of gigabytes is one line
        std::thread([&link, bytes = *bytes] {
            try {
                const compile::CompileRequest request = wire::toCompileRequest(wire::decode(bytes));
                // Of this thread, which compiles nothing else.
                const bool confined = compile::confineThread(request);
                compile::CompileResult result = compile::compile(request);
                result.unconfined = !confined;
                link.send(wire::encode({{"result", wire::from(result)}}));
            } catch (...) {
                link.send(wire::encode({{"error", wire::fromException(std::current_exception())}}));
            }
        }).detach();
    }
    platform::exitNow(0);
}

} // namespace warpbench::session
