import type { Progress } from "./build-all.ts";

/** Progress on a stream: on a terminal a running line, elsewhere a line for each part only. */
export function progressOn(stream: NodeJS.WriteStream): Progress {
  const clear = stream.isTTY ? "\r\u001b[K" : "";
  return {
    line: (text) => void stream.write(`${clear}${text}\n`),
    update: (text) => {
      if (stream.isTTY) stream.write(`${clear}${text}`);
    },
  };
}
