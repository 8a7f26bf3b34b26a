import { onResource } from "./on-resource.ts";

/** One line for the list of commands. */
export const summary = "Tell what the autoscaler did about a job, and why; nothing is written";

/** The text of `weir why --help`. */
export const help = `Usage: weir why JOB [flags]

JOB is flinkdeployment/NAME or flinksessionjob/NAME, or a short name as for kubectl; a name alone is a FlinkDeployment's.

Prints what came of the autoscaler's last cycle, since when, and what can be done about it; how far its window is filled; and
for each vertex what is desired, until when scaling down waits, and why it was scaled last. Where the autoscaler has nothing
to say, it tells why: it is off, has not looked yet, or its state cannot be read. Reads the resource and the ConfigMap beside
it, in which all this is kept; writes nothing. If the operator's own configuration sets options of the autoscaler, name that
file in WEIR_FLINK_CONFIGURATION, as for the functions.

  -n, --namespace NAME  namespace of the resource (default: that of the context)
  -o, --output FORMAT   text (default) or json
  --kubeconfig FILE     as for kubectl (default: KUBECONFIG, then ~/.kube/config)
  --help                show this text

Exit code: 0; 1 when there is no such resource, or what is kept of it could not be read; 2 for a wrong command line.
`;

/** Runs `weir why` with the arguments after that word and resolves with the exit code. */
export function run(argv: readonly string[]): Promise<number> {
  return onResource({ name: "why", help }, argv, async ({ positionals, output, ...where }) => {
    const { findJob } = await import("./autoscaled/find-job.ts");
    const found = await findJob({ target: positionals.join("/"), ...where });
    if (found.facts === undefined) {
      const { kind, namespace, name } = found.key;
      console.error(`weir why: ${kind} ${namespace}/${name} does not exist.`);
      return 1;
    }
    const { makeAnswer } = await import("./why/make-answer.ts");
    const { toLines } = await import("./why/to-lines.ts");
    const answer = makeAnswer(found.facts, found.standing);
    console.log(output === "json" ? JSON.stringify(answer, null, 2) : toLines(answer).join("\n"));
    return answer.standing === "refused" ? 1 : 0;
  });
}
