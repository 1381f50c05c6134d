// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sensors/hardware_counters.h"

#include "core/sensors/cupti.h"

#include <cmath>
#include <set>
#include <string_view>
#include <utility>

namespace warpbench::cuda {

namespace {

/// A CUPTI parameter block, initialized as its header requires: zero except for its size.
template <class Params>
Params sized(std::size_t bytes) {
    Params params{};
    params.structSize = bytes;
    return params;
}

#define WARPBENCH_PARAMS(type) sized<type##_Params>(type##_Params_STRUCT_SIZE)

/// "smsp__inst_executed" of "smsp__inst_executed.sum".
std::string_view baseOf(const char* metric) {
    const std::string_view name(metric);
    return name.substr(0, name.find('.'));
}

/// Drops meaningless figures: for CUPTI a ratio with no accesses is 0, which would look like the
/// worst case. Ratios combine counters of several passes, which are inconsistent for a very short
/// launch: 200 % was seen on an H200 for one block.
void forgetNonsense(HardwareFigures& figures) {
    constexpr double kNearlyOne = 1.1;
    for (const HardwareFigureRow& row : hardwareFigureRows()) {
        std::optional<double>& value = figures[row.figure];
        if (row.group != HardwareGroup::part || !value || *value <= 1)
            continue;
        if (*value <= kNearlyOne)
            value = 1;
        else
            value.reset();
    }
    if (figures[HardwareFigure::branches] == 0.0)
        figures[HardwareFigure::branch_efficiency].reset();
    for (const HardwareFigure figure :
         {HardwareFigure::sectors_per_load, HardwareFigure::sectors_per_store}) {
        if (figures[figure] == 0.0)
            figures[figure].reset();
    }
}

} // namespace

struct CounterPlan::Host {
    const Cupti& cupti;
    CUpti_Profiler_Host_Object* object = nullptr;

    ~Host() {
        auto params = WARPBENCH_PARAMS(CUpti_Profiler_Host_Deinitialize);
        params.pHostObject = object;
        if (object)
            cupti.cuptiProfilerHostDeinitialize(&params);
    }

    std::set<std::string, std::less<>> baseMetrics() const {
        std::set<std::string, std::less<>> names;
        for (int type = 0; type < CUPTI_METRIC_TYPE__COUNT; ++type) {
            auto params = WARPBENCH_PARAMS(CUpti_Profiler_Host_GetBaseMetrics);
            params.pHostObject = object;
            params.metricType = CUpti_MetricType(type);
            cupti.check(cupti.cuptiProfilerHostGetBaseMetrics(&params),
                        "cuptiProfilerHostGetBaseMetrics");
            names.insert(params.ppMetricNames, params.ppMetricNames + params.numMetrics);
        }
        return names;
    }

    /// A name that the chip does not have would spoil the object: `metrics` are known to it.
    std::vector<std::uint8_t> schedule(std::vector<const char*> metrics) const {
        auto add = WARPBENCH_PARAMS(CUpti_Profiler_Host_ConfigAddMetrics);
        add.pHostObject = object;
        add.ppMetricNames = metrics.data();
        add.numMetrics = metrics.size();
        cupti.check(cupti.cuptiProfilerHostConfigAddMetrics(&add),
                    "cuptiProfilerHostConfigAddMetrics");
        auto size = WARPBENCH_PARAMS(CUpti_Profiler_Host_GetConfigImageSize);
        size.pHostObject = object;
        cupti.check(cupti.cuptiProfilerHostGetConfigImageSize(&size),
                    "cuptiProfilerHostGetConfigImageSize");
        std::vector<std::uint8_t> image(size.configImageSize);
        auto get = WARPBENCH_PARAMS(CUpti_Profiler_Host_GetConfigImage);
        get.pHostObject = object;
        get.configImageSize = image.size();
        get.pConfigImage = image.data();
        cupti.check(cupti.cuptiProfilerHostGetConfigImage(&get), "cuptiProfilerHostGetConfigImage");
        return image;
    }
};

CounterPlan::CounterPlan(std::shared_ptr<const Cupti> cupti, const std::string& chip,
                         std::vector<std::uint8_t> availability)
    : m_cupti(std::move(cupti))
    , m_availability(std::move(availability))
    , m_host(new Host{*m_cupti}) {
    auto params = WARPBENCH_PARAMS(CUpti_Profiler_Host_Initialize);
    params.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    params.pChipName = chip.c_str();
    params.pCounterAvailabilityImage = m_availability.empty() ? nullptr : m_availability.data();
    m_cupti->check(m_cupti->cuptiProfilerHostInitialize(&params), "cuptiProfilerHostInitialize");
    m_host->object = params.pHostObject;
    const auto known = m_host->baseMetrics();
    for (const HardwareFigureRow& row : hardwareFigureRows()) {
        for (const char* metric : row.metrics) {
            if (metric && known.contains(baseOf(metric)))
                m_metrics.push_back(metric);
        }
    }
    m_image = m_host->schedule(m_metrics);
}

CounterPlan::~CounterPlan() = default;

std::size_t CounterPlan::passes() const {
    auto params = WARPBENCH_PARAMS(CUpti_Profiler_Host_GetNumOfPasses);
    std::vector<std::uint8_t> image = m_image; // CUPTI takes no const
    params.configImageSize = image.size();
    params.pConfigImage = image.data();
    m_cupti->check(m_cupti->cuptiProfilerHostGetNumOfPasses(&params),
                   "cuptiProfilerHostGetNumOfPasses");
    return params.numOfPasses;
}

HardwareFigures CounterPlan::figures(const std::vector<std::uint8_t>& counted,
                                     std::size_t range) const {
    std::vector<const char*> metrics = m_metrics;
    std::vector<double> values(metrics.size());
    auto params = WARPBENCH_PARAMS(CUpti_Profiler_Host_EvaluateToGpuValues);
    params.pHostObject = m_host->object;
    params.pCounterDataImage = counted.data();
    params.counterDataImageSize = counted.size();
    params.rangeIndex = range;
    params.ppMetricNames = metrics.data();
    params.numMetrics = metrics.size();
    params.pMetricValues = values.data();
    m_cupti->check(m_cupti->cuptiProfilerHostEvaluateToGpuValues(&params),
                   "cuptiProfilerHostEvaluateToGpuValues");

    HardwareFigures figures;
    figures.passes = int(passes());
    std::size_t next = 0; // metrics are in the order of the rows
    for (const HardwareFigureRow& row : hardwareFigureRows()) {
        for (const char* metric : row.metrics) {
            if (next == metrics.size() || metric != metrics[next])
                continue;
            const double value = values[next++] * row.scale;
            if (std::isfinite(value)) // a ratio of nothing is not finite
                figures[row.figure] = figures[row.figure].value_or(0) + value;
        }
    }
    forgetNonsense(figures);
    return figures;
}

struct HardwareCounting::Session {
    std::shared_ptr<const Cupti> cupti;
    std::optional<CounterPlan> plan;
    std::size_t launches = 0;
    CUpti_RangeProfiler_Object* profiler = nullptr;
    std::vector<std::uint8_t> counted; ///< CUPTI's counter data

    ~Session() {
        auto params = WARPBENCH_PARAMS(CUpti_RangeProfiler_Disable);
        params.pRangeProfilerObject = profiler;
        if (profiler)
            cupti->cuptiRangeProfilerDisable(&params);
    }

    std::string chip(const Device& device) const {
        auto params = WARPBENCH_PARAMS(CUpti_Device_GetChipName);
        params.deviceIndex = std::size_t(device.ordinal());
        cupti->check(cupti->cuptiDeviceGetChipName(&params), "cuptiDeviceGetChipName");
        return params.pChipName;
    }

    std::vector<std::uint8_t> availability(CUcontext context) const {
        auto params = WARPBENCH_PARAMS(CUpti_Profiler_GetCounterAvailability);
        params.ctx = context;
        cupti->check(cupti->cuptiProfilerGetCounterAvailability(&params),
                     "cuptiProfilerGetCounterAvailability");
        std::vector<std::uint8_t> image(params.counterAvailabilityImageSize);
        params.pCounterAvailabilityImage = image.data();
        cupti->check(cupti->cuptiProfilerGetCounterAvailability(&params),
                     "cuptiProfilerGetCounterAvailability");
        return image;
    }

    void enable(CUcontext context) {
        auto params = WARPBENCH_PARAMS(CUpti_RangeProfiler_Enable);
        params.ctx = context;
        cupti->check(cupti->cuptiRangeProfilerEnable(&params), "cuptiRangeProfilerEnable");
        profiler = params.pRangeProfilerObject;
    }

    void prepareData() {
        std::vector<const char*> metrics = plan->metrics();
        auto size = WARPBENCH_PARAMS(CUpti_RangeProfiler_GetCounterDataSize);
        size.pRangeProfilerObject = profiler;
        size.pMetricNames = metrics.data();
        size.numMetrics = metrics.size();
        size.maxNumOfRanges = launches;
        size.maxNumRangeTreeNodes = std::uint32_t(launches);
        cupti->check(cupti->cuptiRangeProfilerGetCounterDataSize(&size),
                     "cuptiRangeProfilerGetCounterDataSize");
        counted.resize(size.counterDataSize);
        auto init = WARPBENCH_PARAMS(CUpti_RangeProfiler_CounterDataImage_Initialize);
        init.pRangeProfilerObject = profiler;
        init.counterDataSize = counted.size();
        init.pCounterData = counted.data();
        cupti->check(cupti->cuptiRangeProfilerCounterDataImageInitialize(&init),
                     "cuptiRangeProfilerCounterDataImageInitialize");
    }

    void configure() {
        auto params = WARPBENCH_PARAMS(CUpti_RangeProfiler_SetConfig);
        params.pRangeProfilerObject = profiler;
        params.configSize = plan->image().size();
        params.pConfig = plan->image().data();
        params.counterDataImageSize = counted.size();
        params.pCounterDataImage = counted.data();
        params.range = CUPTI_AutoRange; // each launch separately, from its start to its end
        params.replayMode = CUPTI_UserReplay;
        params.maxRangesPerPass = launches;
        params.numNestingLevels = 1;
        params.minNestingLevel = 1;
        cupti->check(cupti->cuptiRangeProfilerSetConfig(&params), "cuptiRangeProfilerSetConfig");
    }

    void decode() {
        auto params = WARPBENCH_PARAMS(CUpti_RangeProfiler_DecodeData);
        params.pRangeProfilerObject = profiler;
        cupti->check(cupti->cuptiRangeProfilerDecodeData(&params), "cuptiRangeProfilerDecodeData");
        if (params.numOfRangeDropped > 0)
            throw Error(ErrorKind::internal,
                        {"WB1813", "the GPU's counters of some launches were lost",
                         "run fewer launches in a pass"});
    }

    std::size_t ranges() const {
        auto params = WARPBENCH_PARAMS(CUpti_RangeProfiler_GetCounterDataInfo);
        params.pCounterDataImage = counted.data();
        params.counterDataImageSize = counted.size();
        cupti->check(cupti->cuptiRangeProfilerGetCounterDataInfo(&params),
                     "cuptiRangeProfilerGetCounterDataInfo");
        return params.numTotalRanges;
    }

    /// Ranges are named by their order.
    std::size_t launchOf(std::size_t range) const {
        auto params = WARPBENCH_PARAMS(CUpti_RangeProfiler_CounterData_GetRangeInfo);
        params.pCounterDataImage = counted.data();
        params.counterDataImageSize = counted.size();
        params.rangeIndex = range;
        params.rangeDelimiter = "/";
        cupti->check(cupti->cuptiRangeProfilerCounterDataGetRangeInfo(&params),
                     "cuptiRangeProfilerCounterDataGetRangeInfo");
        return std::stoul(params.rangeName);
    }
};

HardwareCounting::HardwareCounting(const Context& context,
                                   const std::vector<std::filesystem::path>& libraries,
                                   std::size_t launches)
    : m_session(new Session) {
    Session& session = *m_session;
    session.cupti = Cupti::open(libraries);
    session.launches = launches;
    auto params = WARPBENCH_PARAMS(CUpti_Profiler_Initialize);
    session.cupti->check(session.cupti->cuptiProfilerInitialize(&params),
                         "cuptiProfilerInitialize");
    session.plan.emplace(session.cupti, session.chip(context.device()),
                         session.availability(context.handle()));
    session.enable(context.handle());
    session.prepareData();
    session.configure();
}

HardwareCounting::~HardwareCounting() = default;

std::size_t HardwareCounting::passes() const {
    return m_session->plan->passes();
}

void HardwareCounting::beginPass() {
    auto params = WARPBENCH_PARAMS(CUpti_RangeProfiler_Start);
    params.pRangeProfilerObject = m_session->profiler;
    m_session->cupti->check(m_session->cupti->cuptiRangeProfilerStart(&params),
                            "cuptiRangeProfilerStart");
}

bool HardwareCounting::endPass() {
    auto params = WARPBENCH_PARAMS(CUpti_RangeProfiler_Stop);
    params.pRangeProfilerObject = m_session->profiler;
    m_session->cupti->check(m_session->cupti->cuptiRangeProfilerStop(&params),
                            "cuptiRangeProfilerStop");
    return params.isAllPassSubmitted != 0;
}

std::vector<HardwareFigures> HardwareCounting::figures() {
    m_session->decode();
    std::vector<HardwareFigures> all(m_session->launches);
    for (std::size_t range = 0; range < m_session->ranges(); ++range) {
        const std::size_t launch = m_session->launchOf(range);
        if (launch < all.size())
            all[launch] = m_session->plan->figures(m_session->counted, range);
    }
    return all;
}

} // namespace warpbench::cuda
