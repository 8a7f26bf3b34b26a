import type { EventEmitter } from "node:events";

/** What a shell says of a tool whose reader went: 128 and the number of SIGPIPE. */
const readerWent = 141;

/** Ends the process without a word where nobody reads `stream` any more, as behind `| head`; any other error is thrown. */
export function endQuietly(stream: EventEmitter, exit: (code: number) => void): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    exit(readerWent);
  });
}
