import { readRules } from "./autoscaler-rule.ts";

/** What is decided and remembered (1.4, 2.12 to 2.25), options and what is told (3.1, 5). */
export const decidingRules = readRules(`
  2.12 | what is wanted over what there is, over the coefficient | scaleFactor | decide/parallelism | decide | nothing of nothing
  2.12 | within the largest steps | clampFactor | decide/parallelism | decide | 3.2: 4 means up to five times
  2.12 | rounded up, at most 32 bits; NaN is 0 | scaledParallelism | decide/parallelism | decide | the largest there is
  2.12 | casts to 32 bits saturate | toInt | arithmetic/java-number | numeric-traps | saturates, and does not wrap
  2.12 | bounds are widened to the present parallelism | boundsAround | decide/parallelism | decide | nor what is above it
  2.12 | key groups win over the lower bound | boundParallelism | decide/parallelism | decide | key groups win over the lower bound
  2.12 | no change forgets what waits | decideVertex | decide/decide-vertex | decide-vertex | what waits is forgotten where it is known to be needed
  2.12 | the expected capacity is linear, of the fitted parallelism | expectedCapacity | decide/parallelism | decide | linear
  2.12 | from a factor to a parallelism in one step | nextParallelism | decide/next-parallelism | next-parallelism | nothing of nothing: as few as there may be
  2.12 | what is expected of the wanted parallelism is told, also where it is not given | gaugesOf | explain/gauges | compat-quirks | of a scale-down that waits
  2.13 | fitted are sources with known partitions and keyed vertices | isAlignable | decide/alignment | alignment | a source that knows its partitions
  2.13 | BALANCED, EVENLY_SPREAD and OFF | align | decide/alignment | alignment | 12 key groups a subtask instead of 14
  2.13 | downwards the search ends at the present parallelism | firstAligned | decide/alignment | alignment | which may be the present one: no change
  2.13 | the deprecated modes walk down, and may block | adjust | decide/older-alignment | alignment | down to the present one: nothing is scaled
  2.13 | the newer option before the deprecated one before BALANCED | nextParallelism | decide/next-parallelism | next-parallelism | the newer one does not, and goes beyond the partitions
  2.13 | a mode that is not known, to the letter, is BALANCED, with a warning | readAutoscalerOptions | options/read-options | option-values | a mode that nobody has built in
  2.14 | outside: below the one threshold or above the other | isOutside | evaluate/required-capacity | evaluate | unknown is inside
  2.14 | one vertex outside takes all candidates along | decideJob | decide/decide-job | decide-job | one outside takes those inside along
  2.14 | the user's word, memory, then resources | firstBlock | decide/gates | decide-job | is pinned
  2.14 | recommended parallelism only once a vertex is outside | gaugesOf | explain/gauges | compat-quirks | is the present one while all are within their bands
  2.15 | the share of the expected gain that came | effectOf | decide/effectiveness | decide | half of what was expected
  2.15 | ineffective unless the threshold is reached, also where it is unknown | isIneffective | decide/effectiveness | decide | nobody knows
  2.15 | only of a last scale-up to just this parallelism; blocks only by option | decideVertex | decide/decide-vertex | decide-vertex | counts only at its own parallelism
  2.16 | a queue that falls, the first trigger fixed, the highest of the interval | delayScaleDown | decide/delayed-scale-down | decide | to the highest of the hour
  2.16 | with the word on the band of that wish | delayScaleDown | decide/delayed-scale-down | decide | with its word on the band
  2.16 | scaling up ends the wait | decideVertex | decide/decide-vertex | decide-vertex | scaling up ends the wait of scaling down
  2.16 | any rescale ends all waits | advance | cycle/advance | compat-cycle | a rescale of one vertex ends the waits of all
  2.17 | the baseline: the latest of the lowest parallelism | baselineOf | decide/scalability | decide | the latest with one subtask
  2.17 | least squares, clamped, rounded up at two digits; 1 for too few or unknown | scalabilityCoefficient | decide/scalability | decide | 1740 / 2100 = 0.8286, rounded up
  2.18 | the longest that was measured, within its limit, in whole seconds | expectedRestartTime | decide/restart-time | remember-and-limit | in whole seconds
  2.18 | measured once all vertices run as decided | measureRestart | decide/restart-time | remember-and-limit | measured once all run as decided
  2.19 | above a threshold nothing is scaled; NaN never blocks | findMemoryPressure | decide/memory-pressure | remember-and-limit | what nobody knows blocks nothing
  2.20 | slots: of the widest where they are shared, else of all | slotsAfter | decide/slots | remember-and-limit | unknown counts as none in use
  2.20 | whole TaskManagers for them | taskManagersFor | decide/slots | remember-and-limit | TaskManagers are whole
  2.20 | quotas: scaled vertices only, TaskManagers rounded down, only where there are more | findQuotaBreach | decide/quota | remember-and-limit | the sixth, half full, does not count
  2.21 | a budget gives out what it has | makeBudget | tuning/memory-budget | tuning | 2.21: a budget gives out what it has
  2.21 | buffers of one end of an edge | buffersOf | tuning/network-memory | tuning | two for the busiest
  2.21 | network memory over all edges and slots | networkMemoryOf | tuning/network-memory | tuning | network memory is for both ends of each edge, in every slot
  2.21 | what is used and a share of it, in whole bytes | withOverhead | tuning/tune-memory | option-values | parts of a byte are cut off twice
  2.21 | heap for fewer TaskManagers | extraHeap | tuning/tune-memory | option-values | half as many TaskManagers
  2.21 | shares at three digits, rounded up | fractionOf | tuning/tune-memory | numeric-traps | never 0 for something
  2.21 | network, metaspace, heap, managed, more heap, in this order | tuneMemory | tuning/tune-memory | tuning | what is left, if that is less than specified
  2.21 | buffers by the job's own configuration | readBuffers | tuning/network-memory | tuning | Flink's own where they cannot be read
  2.21 | the options that are set and unset | toConfigurationChanges | tuning/tune-memory | tuning | as options of Flink
  2.21 | recommended with every decision that the user lets through | planMemory | decide/plan-memory | tuning | it is recommended although tuning is off
  2.22 | past rescales by age, number and vertex | trimHistory | decide/history | remember-and-limit | a vertex that is gone
  2.22 | restarts as well, but for the newest | trimTracking | decide/history | remember-and-limit | of restarts the newest stays, however old
  2.23 | vertices that are named | resolveExclusions | decide/exclusions | graph | words that name no vertex are told
  2.23 | also those that have finished, and those without busy time | findExcluded | cycle/advance | compat-cycle | without busy time, or not read at all
  2.23 | what an excluded period may be | readPeriods | decide/excluded-periods | excluded-periods | two crons
  2.23 | when it holds, both ends included | findPeriod | decide/excluded-periods | excluded-periods | so is the end
  2.25 | the worked example, to the digit | decideVertex | decide/decide-vertex | worked-example | 22,183 records per second are expected of 11
  1.4 | overrides for every vertex that was judged; a user's own for excluded ones | mergeDesired | cycle/merge-desired | cycle | a user's own word holds for vertices that are not scaled, and for no other
  3.1 | keys, types and defaults | usualOptions | options/read-options | options | names every option
  3.1 | ranges, with the switches that gate them | readAutoscalerOptions | options/read-options | options | only with $by
  5.1 | the same finding once in an interval | chooseReports | explain/report | explain | what was told long ago is forgotten
  5.2 | scalings, errors and balanced, by what came of a cycle | counterOfCycle | explain/counters | counters | whatever keeps a job from being scaled, the reference's step did not scale it
  5.2 | metrics by the reference's names | gaugesOf | explain/gauges | compat-quirks | is not known while the window fills
`);
