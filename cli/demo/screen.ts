/** Where the timeline goes. */
export interface Screen {
  /** A new chapter, with the seconds since the process started. */
  heading(text: string): void;
  /** Lines below a heading. */
  say(...lines: readonly string[]): void;
  /** A command as a user would type it. */
  command(text: string): void;
  /** Something that was looked at and is as it should be. */
  check(text: string): void;
  /** What went wrong; on standard error. */
  fail(text: string): void;
  /** Shows that `what` is waited for until the returned function is called. */
  wait(what: string): () => void;
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, cyan: 36 } as const;
const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const indent = "         ";

/** A screen on standard output: a moving line while something is waited for on a terminal, dots anywhere else. */
export function makeScreen({ color }: { readonly color: boolean }): Screen {
  const paint = (style: keyof typeof codes, text: string) => (color ? `\u001b[${codes[style]}m${text}\u001b[0m` : text);
  const since = () => `[${(performance.now() / 1000).toFixed(1).padStart(5)}s]`;
  const print = (text: string) => void process.stdout.write(`${text}\n`);
  return {
    heading: (text) => print(`\n${paint("dim", since())} ${paint("bold", text)}`),
    say: (...lines) => {
      for (const line of lines) print(line === "" ? "" : `${indent}${line}`);
    },
    command: (text) => print(`${indent}${paint("cyan", `$ ${text}`)}`),
    check: (text) => print(`${indent}${paint("green", "✓")} ${text}`),
    fail: (text) => void process.stderr.write(`\n${paint("red", "✗")} ${text}\n`),
    wait: process.stdout.isTTY ? (what) => spin(what) : (what) => dots(what),
  };
}

function spin(what: string): () => void {
  const startedAt = performance.now();
  let frame = 0;
  const timer = setInterval(() => {
    frame = (frame + 1) % frames.length;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    process.stdout.write(`\r\u001b[K${indent}${frames[frame]} ${what} ${seconds}s`);
  }, 100);
  return () => {
    clearInterval(timer);
    process.stdout.write("\r\u001b[K");
  };
}

/** Short waits print nothing. */
function dots(what: string): () => void {
  let printed = false;
  const timer = setInterval(() => {
    process.stdout.write(printed ? "." : `${indent}… ${what} .`);
    printed = true;
  }, 500);
  return () => {
    clearInterval(timer);
    if (printed) process.stdout.write("\n");
  };
}
