import { readRules } from "./autoscaler-rule.ts";

/** Where the profile `compat` is not what the reference is, each for a reason. */
export const differences = readRules(`
  2.4 | what the processes tell is read only where an option needs it, and what they do not tell is no error | needsProcesses | sample/turns | counted-sample | processes are asked where something is decided by them
  2.5 | a window has 128 samples at most, fewer for a job of many vertices: its state stays small | thinSamples | sample/window | window | those go that are crowded; the ends and the first stable one stay
  2.3 | where counters are sampled, a vertex that has finished keeps them: zeros would be a reset | toJobSample | sample/job-sample | compat-quirks | but where counters are sampled it keeps its own
  2.6 | where counters are sampled, no rate is made across a reset | forgetResets | sample/job-sample | counted-sample | no rate is made across a reset
  2.9 | where counters are sampled, the load is of them over the window, times the skew of the subtask that speaks | vertexLoad | evaluate/series | counted-sample | the load is that of all of the window
  2.9 | where counters are sampled, the rate beside the busy time is theirs under MAX and MIN, too: the reference takes the mean of a gauge | processedRateOf | evaluate/capacity | evaluate | a source has no gauge
  2.12 | a lower bound below 1 is 1: the reference fails with it | boundsAround | decide/parallelism | numeric-traps | a parallelism is never 0, whatever the lower bound
  2.17 | a coefficient that is no number is 1: the reference fails with it | scalabilityCoefficient | decide/scalability | decide | endless over endless
  2.20 | quotas come before the room in the cluster, which takes a call to be known | firstBlock | decide/gates | decide-job | is pinned
  2.21 | memory is recommended only where tuning is on, for only then it is asked what is in use: the reference recommends it with every decision | planMemory | decide/plan-memory | tuning | none where nobody knows how it is shared out
  2.21 | recommended memory that does not hold the heap and metaspace in use, or of which nobody knows what is, is not set: unknown use counts as none | memoryToSet | decide/plan-memory | tuning | nothing where the heap in use is unknown
  2.23 | excluded periods are by UTC: the reference takes the zone of its process | findPeriod | decide/excluded-periods | excluded-periods | both must hold
  2.23 | vertices may be named by the uid of their first operator | resolveExclusions | decide/exclusions | graph | words that name no vertex are told
  4.1 | what was remembered of another job graph is forgotten, but for past rescales of the vertices that are left | stateFor | state/state | cycle | another graph begins anew and is not held to what was decided for the old one
  1.7 | a job that its platform cannot scale is told so and not measured: the reference decides about it, and logs that it does nothing | runCycle | cycle/run-cycle | cycle | what its platform cannot do
  5.1 | an error is told once in an interval, like any finding: the reference tells it in every cycle | chooseReports | explain/report | explain | what was told long ago is forgotten
  5.2 | a decision that a job does not run with yet counts as balanced: the reference decides it again, and counts it as a scaling | counterOfCycle | explain/counters | counters | whatever keeps a job from being scaled
  5.2 | of Current and Average a metric has the one that is a number: the reference has the other one too, as NaN | gaugesOf | explain/gauges | compat-quirks | is not known while the window fills
  1.4 | a decision that the job does not run with yet is not made again | advance | cycle/advance | cycle | a job that does not run with it yet is not decided about a second time
`);
