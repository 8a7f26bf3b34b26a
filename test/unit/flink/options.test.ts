import { describe, expect, it } from "vitest";
import { layer } from "../../../shared/flink/layers.ts";
import { type Defaults, operatorPrefix } from "../../../shared/flink/options/option.ts";
import { defaultOf, type OptionName, options, readOptions } from "../../../shared/flink/options/read-options.ts";
import { unusedReason } from "../../../shared/flink/options/unused-options.ts";

const inResource = { defaults: "guide", scope: "resource" } as const;
const inOperator = { defaults: "guide", scope: "operator" } as const;
const key = (rest: string) => `${operatorPrefix}${rest}`;
const of = (rest: string, value: string) => ({ [key(rest)]: value });

/** The keys of 5.1 to 5.5 of the Apache operator, without prefix. */
const apacheKeys =
  `reconcile.interval reconcile.parallelism rate-limiter.limit rate-limiter.refresh-period retry.initial.interval
  retry.interval.multiplier retry.max.attempts retry.max.interval flink.client.timeout flink.client.cancel.timeout job.submission.timeout
  resource.cleanup.timeout watched.namespaces dynamic.namespaces.enabled leader-election.enabled leader-election.lease-name
  leader-election.lease-duration leader-election.renew-deadline leader-election.retry-period user.artifacts.base.dir
  user.artifacts.allowed-schemes user.artifacts.disallow-restricted-hosts exception.stacktrace.enabled exception.stacktrace.max.length
  exception.field.max.length exception.throwable.list.max.count cluster.resource-view.refresh-interval config.cache.size
  config.cache.timeout dynamic.config.enabled dynamic.config.check.interval events.exceptions.limit-per-reconciliation
  events.exceptions.stacktrace-lines health.canary.resource.timeout health.probe.enabled health.probe.port ingress.manage label.selector
  observer.progress-check.interval observer.rest-ready.delay resource.deletion.propagation savepoint.history.max.age.threshold
  savepoint.history.max.count.threshold startup.stop-on-informer-error termination.timeout checkpoint.trigger.grace-period
  checkpoint.type cluster.health-check.enabled cluster.health-check.checkpoint-progress.enabled
  cluster.health-check.checkpoint-progress.window cluster.health-check.restarts.threshold cluster.health-check.restarts.window
  deployment.readiness.timeout deployment.rollback.enabled exception.label.mapper jm-deployment-recovery.enabled
  jm-deployment.shutdown-ttl jm-deployment.startup.probe.enabled job.drain-on-savepoint-deletion job.restart.failed
  job.savepoint-on-deletion job.upgrade.ignore-pending-savepoint job.upgrade.inplace-scaling.enabled
  job.upgrade.last-state-fallback.enabled job.upgrade.last-state.job-cancel.enabled
  job.upgrade.last-state.max.allowed.checkpoint.age periodic.savepoint.interval periodic.checkpoint.interval plugins.listeners.a.class
  pod-template.merge-arrays-by-name savepoint.cleanup.enabled savepoint.dispose-on-delete savepoint.format.type
  savepoint.history.max.age savepoint.history.max.count savepoint.trigger.grace-period session.deletion.block-on-session-jobs
  session.deletion.block-on-unmanaged-jobs snapshot.resource.enabled user.artifacts.http.header josdk.metrics.enabled
  jvm.metrics.enabled kubernetes.client.metrics.enabled metrics.histogram.sample.size resource.lifecycle.metrics.enabled
  resource.metrics.enabled metrics.scope.k8soperator.system reconciler.reschedule.interval reconciler.max.parallelism
  observer.savepoint.trigger.grace-period observer.flink.client.timeout reconciler.flink.cancel.job.timeout
  reconciler.flink.cluster.shutdown.timeout reconciler.jm-deployment-recovery.enabled session.block-on-unmanaged-jobs
  default-configuration.namespace.a.b default-configuration.flink-version.v1_18+.b metrics.reporter.slf4j.interval
  bluegreen.abort.grace-period`.split(/\s+/);

/** The keys of the guide's own reference and values, in whole. */
const guideKeys = `kubernetes.operator.reconcile.interval.seconds kubernetes.operator.observer.rest-ready.delay
  kubernetes.operator.job.upgrade.last-state.checkpoint.max.age kubernetes.operator.watched.namespaces
  reconciler.reschedule.interval.ms operator.reconcile.interval.seconds operator.observer.rest-ready.delay`.split(
  /\s+/,
);

describe("every option has a meaning or a reason why it has none (5.1 to 5.5)", () => {
  it.each(apacheKeys)("%s", (rest) => {
    const { warnings } = readOptions(of(rest, "1"), inOperator);
    expect(warnings.map(({ message }) => message).filter((message) => /no option that is known/.test(message))).toEqual(
      [],
    );
  });

  it.each(guideKeys)("the guide's %s is read", (whole) => {
    const { set } = readOptions({ [whole]: "15" }, inOperator);
    expect(set.size).toBe(1);
  });

  it("no key both means something and does not, and none is there twice", () => {
    const keys = Object.values(options).flatMap((row) => [row.key, ...row.aliases.map((alias) => alias.key)]);
    expect(keys.filter((one) => unusedReason(one) !== undefined)).toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("every default can be read", () => {
    for (const [name, row] of Object.entries(options)) {
      for (const whose of ["guide", "apache"] as const) {
        expect([name, defaultOf(row, whose) === undefined]).toEqual([name, row.defaults[whose] === undefined]);
      }
    }
  });
});

describe("whose defaults hold (5.6/3)", () => {
  it.each([
    { name: "savepointFormat", guide: "NATIVE", apache: "CANONICAL" },
    { name: "savepointGracePeriod", guide: 3_600_000, apache: 60_000 },
    { name: "healthCheck", guide: true, apache: false },
    { name: "mergesByName", guide: true, apache: false },
    { name: "lastStateMaxAge", guide: 600_000, apache: undefined },
    { name: "reconcileInterval", guide: 15_000, apache: 60_000 },
    { name: "restReadyDelay", guide: 10_000, apache: 10_000 },
    { name: "restartsThreshold", guide: 64, apache: 64 },
    { name: "restartsWindow", guide: 120_000, apache: 120_000 },
    { name: "historyMaxAge", guide: 86_400_000, apache: 86_400_000 },
    { name: "historyMaxCount", guide: 10, apache: 10 },
    { name: "periodicSavepoint", guide: undefined, apache: undefined },
    { name: "watchedNamespaces", guide: [], apache: [] },
  ] as const)("$name", ({ name, ...wanted }) => {
    for (const defaults of ["guide", "apache"] as const satisfies Defaults[]) {
      expect(readOptions({}, { ...inResource, defaults }).values[name]).toEqual(wanted[defaults]);
    }
  });

  it("no other default differs", () => {
    const [guide, apache] = (["guide", "apache"] as const).map(
      (defaults) => readOptions({}, { ...inResource, defaults }).values,
    );
    const differing = (Object.keys(options) as OptionName[]).filter(
      (name) => JSON.stringify(guide?.[name]) !== JSON.stringify(apache?.[name]),
    );
    expect(differing).toEqual([
      "reconcileInterval",
      "healthCheck",
      "lastStateMaxAge",
      "mergesByName",
      "savepointFormat",
      "savepointGracePeriod",
    ]);
  });
});

describe("values", () => {
  it.each([
    { rest: "periodic.savepoint.interval", text: "6h", name: "periodicSavepoint", value: { every: 21_600_000 } },
    { rest: "periodic.savepoint.interval", text: "0", name: "periodicSavepoint", value: undefined },
    { rest: "cluster.resource-view.refresh-interval", text: "-1 min", name: "roomInterval", value: undefined },
    { rest: "cluster.resource-view.refresh-interval", text: " -5s", name: "roomInterval", value: undefined },
    { rest: "cluster.resource-view.refresh-interval", text: "5 min", name: "roomInterval", value: 300_000 },
    { rest: "cluster.resource-view.refresh-interval", text: "0", name: "roomInterval", value: 0 },
    {
      rest: "periodic.checkpoint.interval",
      text: "0 0 */6 * * ?",
      name: "periodicCheckpoint",
      value: { cron: "0 0 */6 * * ?" },
    },
    { rest: "savepoint.format.type", text: "canonical", name: "savepointFormat", value: "CANONICAL" },
    { rest: "savepoint.trigger.grace-period", text: "PT2H", name: "savepointGracePeriod", value: 7_200_000 },
    {
      rest: "watched.namespaces",
      text: "flink-prod, flink-dev",
      name: "watchedNamespaces",
      value: ["flink-prod", "flink-dev"],
    },
    { rest: "watched.namespaces", text: "JOSDK_ALL_NAMESPACES", name: "watchedNamespaces", value: [] },
    {
      rest: "user.artifacts.http.header",
      text: "Accept:application/java-archive",
      name: "artifactHeaders",
      value: { Accept: "application/java-archive" },
    },
  ] as const)("$rest: $text", ({ rest, text, name, value }) => {
    const { values, set, problems } = readOptions(of(rest, text), inOperator);
    expect(values[name]).toEqual(value);
    expect([...set]).toEqual([name]);
    expect(problems).toEqual([]);
  });

  it.each([
    {
      rest: "savepoint.trigger.grace-period",
      text: "1h30m",
      message: /^"1h30m" is no duration of Flink; write 90 min$/,
    },
    { rest: "savepoint.history.max.count", text: "0", message: /^"0" is less than 1$/ },
    { rest: "savepoint.format.type", text: "FAST", message: /is none of CANONICAL, NATIVE/ },
    {
      rest: "periodic.savepoint.interval",
      text: "0 */6 * * *",
      message: /five fields; a Quartz cron begins with the seconds/,
    },
    { rest: "periodic.savepoint.interval", text: "a b c d e $", message: /neither a duration nor a Quartz cron/ },
    { rest: "job.restart.failed", text: "yes", message: /write true/ },
    { rest: "watched.namespaces", text: "Prod", message: /no name of a namespace/ },
    { rest: "user.artifacts.http.header", text: "s3cret", message: /^cannot be read/ },
  ])("$rest: $text is a problem, and the default holds", ({ rest, text, message }) => {
    const { problems, set, values } = readOptions(of(rest, text), inOperator);
    expect(problems).toEqual([
      { path: `spec.flinkConfiguration.${key(rest)}`, message: expect.stringMatching(message) },
    ]);
    expect(set.size).toBe(0);
    expect(values).toEqual(readOptions({}, inOperator).values);
  });

  it("no header of a request is shown", () => {
    const { warnings, values } = readOptions(of("user.artifacts.http.header", "Authorization: Bearer a:b"), inResource);
    expect(values.artifactHeaders).toEqual({ Authorization: "Bearer a:b" });
    expect(JSON.stringify(warnings)).not.toContain("Bearer");
  });
});

describe("keys", () => {
  const warned = (configuration: Record<string, string>, as: Parameters<typeof readOptions>[1] = inResource) =>
    readOptions(configuration, as).warnings.map(({ message }) => message);

  it("the guide's spelling is read in its unit, and the warning names the other one", () => {
    const configuration = of("reconcile.interval.seconds", "15");
    expect(readOptions(configuration, { ...inOperator, defaults: "apache" }).values.reconcileInterval).toBe(15_000);
    expect(warned(configuration, inOperator)).toEqual([
      "is accepted; the key of this option is kubernetes.operator.reconcile.interval",
    ]);
    expect(readOptions({ "reconciler.reschedule.interval.ms": "15000" }, inOperator).values.reconcileInterval).toBe(
      15_000,
    );
  });

  it("of two spellings the option's own holds, and it is said", () => {
    const both = {
      ...of("job.upgrade.last-state.checkpoint.max.age", "5m"),
      ...of("job.upgrade.last-state.max.allowed.checkpoint.age", "7m"),
    };
    expect(readOptions(both, inResource).values.lastStateMaxAge).toBe(420_000);
    expect(warned(both)[0]).toMatch(/both are set, and that one holds$/);
  });

  it("a layer overrides one below it that uses the other spelling", () => {
    const layered = layer(
      of("job.upgrade.last-state.max.allowed.checkpoint.age", "7m"),
      of("job.upgrade.last-state.checkpoint.max.age", "5m"),
    );
    expect(readOptions(layered, inResource).values.lastStateMaxAge).toBe(300_000);
  });

  it.each([
    {
      rest: "savepoint.format.typ",
      message: /^is no option that is known; did you mean kubernetes\.operator\.savepoint\.format\.type\?$/,
    },
    {
      rest: "periodic.savepoints.interval",
      message: /did you mean kubernetes\.operator\.periodic\.savepoint\.interval\?/,
    },
    { rest: "something.else.altogether", message: /^is no option that is known$/ },
    { rest: "leader-election.enabled", message: /^has no effect: there is no leader/ },
    { rest: "watched.namespaces", message: /^has no effect in a resource; it belongs into the operator's own/ },
    { rest: "x".repeat(5_000), message: /^is no option that is known$/ },
  ])("$rest", ({ rest, message }) => {
    expect(warned(of(rest, "a"))).toEqual([expect.stringMatching(message)]);
  });

  it("of the first three unknown keys it is said what may be meant, since that takes a comparison with every option", () => {
    const slips = ["savepoint.format.typ", "savepoint.history.max.coun", "reconcile.interva", "savepoint.format.typo"];
    const said = warned(Object.assign({}, ...slips.map((slip) => of(slip, "a"))));
    expect(said.map((message) => message.includes("did you mean"))).toEqual([true, true, true, false]);
    expect(said[3]).toBe("is no option that is known");
  });

  it("what is Flink's or the autoscaler's is none of its business", () => {
    expect(warned({ "state.backend": "rocksdb", "job.autoscaler.enabled": "true" })).toEqual([]);
    expect(warned(of("job.autoscaler.enabled", "true"))).toEqual([]);
  });
});
