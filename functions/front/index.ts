import { readFileSync } from "node:fs";
import type { Log } from "../../shared/ports/log.ts";
import { startFront } from "./front.ts";
import { makeVault } from "./kubernetes.ts";
import { type FrontSettings, readSettings } from "./settings.ts";

function makeLog(): Log {
  const line = (level: string) => (fields: Readonly<Record<string, unknown>>, msg: string) => {
    process.stdout.write(`${JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg })}\n`);
  };
  return { debug: () => undefined, info: line("info"), warn: line("warn"), error: line("error") };
}

function fail(message: string): never {
  process.stderr.write(`weir front: ${message}\n`);
  process.exit(2);
}

function readNamespace(accountDir: string): string {
  try {
    return readFileSync(`${accountDir}/namespace`, "utf8").trim();
  } catch {
    return fail(`WEIR_FRONT_ACCOUNT_DIR: no file namespace in ${accountDir}`);
  }
}

async function main(settings: FrontSettings): Promise<void> {
  const log = makeLog();
  const accountDir = settings.WEIR_FRONT_ACCOUNT_DIR;
  const namespace = readNamespace(accountDir);
  const front = await startFront({
    vault: makeVault({
      host: settings.KUBERNETES_SERVICE_HOST,
      port: settings.KUBERNETES_SERVICE_PORT,
      accountDir,
      namespace,
      secret: settings.WEIR_FRONT_SECRET,
      webhook: settings.WEIR_FRONT_WEBHOOK,
    }),
    log,
    order: {
      names: [`${settings.WEIR_FRONT_SERVICE}.${namespace}.svc`],
      lifeMs: settings.WEIR_FRONT_CERTIFICATE_LIFE,
    },
    target: new URL(settings.WEIR_ADMISSION_URL),
    timeoutMs: settings.WEIR_ADMISSION_TIMEOUT,
    checkMs: settings.WEIR_FRONT_CHECK_INTERVAL,
    settleMs: settings.WEIR_FRONT_SETTLE,
    retryMs: 500,
    drainMs: settings.WEIR_FRONT_DRAIN,
    listen: settings.WEIR_FRONT_LISTEN,
    tlsPort: settings.WEIR_FRONT_TLS_PORT,
    healthPort: settings.PORT,
  });
  const stop = () => void front.stop().then(() => process.exit(0));
  process.once("SIGTERM", stop).once("SIGINT", stop);
  log.info({ health: front.healthPort }, "front started");
}

const checked = readSettings(process.env);
if ("error" in checked) fail(checked.error);
main(checked.settings).catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
