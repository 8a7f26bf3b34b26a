import { readRules } from "./autoscaler-rule.ts";

/** What is read, and what a window of it says (2.2 to 2.11). */
export const measuringRules = readRules(`
  2.2 | which metrics a vertex is asked for, and which it must have | chooseNames | sample/metric-names | sample | what is missing is told; lag and written records may be
  2.2 | several metrics of one meaning: least, most, sum, no average | mergeAggregates | sample/reading | sample | several names for one thing have no average
  2.2 | partitions by the names of metrics; 0 is unknown | countPartitions | graph/partitions | graph | two clusters with the same topic
  2.3 | the lag is the sum of pending records, 0 where there are none | lagOf | sample/vertex-sample | sample | what does not exist is 0, as in the reference
  2.3 | the load: most, mean or least of the subtasks; not below 0; NaN where it is not finite | loadOf | sample/vertex-sample | sample | endless load
  2.3 | records read: the counter, else what a source's operator reads, else what it writes | recordsInOf | sample/vertex-sample | sample | or writes, where that reads nothing
  2.3 | three digits, half goes up, by the decimal text | roundDecimal | arithmetic/decimal | numeric-traps | half goes up there too
  2.3 | never rounded to 0 | roundMetric | arithmetic/decimal | arithmetic | never 0: a tiny rate stays one
  2.3 | a whole sample, rounded last | toVertexSample | sample/vertex-sample | compat-quirks | the lag is compared before it is rounded, and stored after
  2.3 | a vertex that has finished is all zeros | toJobSample | sample/job-sample | compat-quirks | all numbers of a vertex that has finished are 0, also its counters
  2.4 | slots in use; garbage collection of the worst; heap by two maxima; maxima of the rest | toProcessSample | sample/job-sample | sample | slots in use, garbage collection, heap by two maxima
  2.4 | the heap in use only beside its bound | toProcessSample | sample/job-sample | sample | the heap in use without its bound
  2.4 | the latest slots and garbage collection, means of the rest | evaluateProcesses | evaluate/evaluate-job | evaluate-job | the latest garbage collection and slots, the mean of the rest
  2.5 | a job that runs since after the oldest sample begins anew | judgeWindow | sample/window | window | of an earlier run
  2.5 | full one window after the first stable sample | judgeWindow | sample/window | window | 15 min from the first stable sample
  2.5 | a full window drops what is older than itself | addSample | sample/window | window | grows while it fills, and drops what is older than itself once it is full
  2.5 | two samples are evaluated, a full window is decided about | judgeCompat | cycle/judge-compat | cycle | gauges are there as soon as there are two samples
  2.6 | a rate between the first and the last known value; a reset is not noticed | rateOf | arithmetic/statistics | sample | a reset is not noticed
  2.6 | no time counts as a millisecond | rateOf | arithmetic/statistics | sample | no time between two values counts as a millisecond
  2.6 | a mean of what is finite; endless where nothing else is; NaN for too few | averageOf | arithmetic/statistics | sample | the bound is for what is finite
  2.7 | vertices after all their inputs; an empty plan is no graph | makeJobGraph | graph/job-graph | graph | each vertex comes after all its inputs, whatever the order of the plan
  2.7 | eight ship strategies, whatever their case; any other is UNKNOWN | readShipStrategy | graph/job-graph | graph | POINTWISE
  2.7 | two edges between the same vertices are the last of them | makeJobGraph | graph/job-graph | compat-quirks | the last of two edges between the same vertices counts
  2.7 | an only input: what the vertex reads | edgeRate | evaluate/edge-rate | evaluate | what the only reader reads
  2.7 | else what it reads less what the others write, if they write to it alone | edgeRate | evaluate/edge-rate | evaluate | what is read less what the other inputs write, if those write to nobody else
  2.7 | else what the upper end writes | edgeRate | evaluate/edge-rate | evaluate | c writes to two: what a writes
  2.7 | a ratio is 0 unless both rates are above 0 | outputRatio | evaluate/edge-rate | evaluate | unknown is 0 in the reference
  2.8 | what a source reads and by how much its lag grows, not below 0 | sourceDemand | evaluate/demand | evaluate | never below 0
  2.8 | a source of which that is unknown: the job is not evaluated | evaluateJob | evaluate/evaluate-job | evaluate-job | a source of which nobody knows what it reads is an error of the whole job
  2.8 | the latest lag over the catch-up duration; 0 for none | sourceCatchUpRate | evaluate/demand | evaluate | no backlog is to be worked off
  2.8 | the sum of the inputs' rates by their ratios | inheritedRate | evaluate/demand | evaluate | each by its ratio
  2.9 | busy time: the mean of the loads, or the counter over all subtasks | busyTimeOf | evaluate/capacity | evaluate | the counter over all subtasks
  2.9 | the rate beside it: of the gauge, or of the counter | processedRateOf | evaluate/capacity | evaluate | a source has no gauge
  2.9 | the rate over the busy share; endless for a rate of 0 | capacityByBusyTime | evaluate/capacity | evaluate | nothing is processed: nobody knows how much could be
  2.9 | what a source reads per second, else writes | readRateOf | sample/vertex-sample | compat-quirks | a gauge of 0 is one where nothing is written either
  2.9 | the observed rate: endless, in the time that is not held back, or what was observed before | observedRateOf | sample/vertex-sample | sample | a shorter lag: what was seen before holds on
  2.9 | what was observed before is a mean of enough samples | toJobSample | sample/job-sample | sample | carries forward what was observed, needs enough of it, and rounds
  2.9 | the observed one where the other is unknown, endless or too high | chooseCapacity | evaluate/capacity | evaluate | more than 15 % more is not
  2.10 | a source that would take more than five minutes for its lag | isProcessingBacklog | evaluate/backlog | evaluate | it would never end
  2.10 | the band is as wide as can be meanwhile | utilizationBand | evaluate/required-capacity | evaluate | as wide as can be
  2.11 | catch-up, restart and demand over utilization, in whole records | requiredCapacity | evaluate/required-capacity | evaluate | 2.25: half of a record goes up
  2.11 | unknown before endless | requiredCapacity | evaluate/required-capacity | evaluate | unknown before endless
  2.11 | half goes up, also below zero; NaN is 0; the last number for what is beyond | roundToLong | arithmetic/java-number | arithmetic | also below zero
  2.11 | durations in whole seconds | wholeSeconds | arithmetic/java-number | numeric-traps | a negative duration goes down, as Java's does
  2.11 | ends of the band: their options, else target and boundary | utilizationBand | evaluate/required-capacity | evaluate | 0.3 to each side
  2.11 | upwards without the restart, downwards with it | thresholdsOf | evaluate/required-capacity | evaluate | only the lower end makes good for a restart
`);
