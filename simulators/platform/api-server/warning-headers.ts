const totalLimit = 4_096;
const itemLimit = 256;
const control = /\p{Cc}/u;

/**
 * The `Warning` headers of an answer: each warning once, none that is empty or has a control character. As soon as all
 * together are longer than 4,096 characters each is cut to 256, and nothing comes after the 4,096th.
 */
export function toWarningHeaders(warnings: readonly string[]): string[] {
  const texts = [...new Set(warnings)].filter((text) => text !== "").map((text) => [...text]);
  const sendable = texts.filter((text) => !text.some((letter) => control.test(letter)));
  const total = sendable.reduce((sum, { length }) => sum + length, 0);
  return (total <= totalLimit ? sendable : cut(sendable)).map((text) => toHeader(text.join("")));
}

/** Those that came before the limit was passed stay, each of them cut; others follow while there is room. */
function cut(texts: readonly (readonly string[])[]): (readonly string[])[] {
  const kept: (readonly string[])[] = [];
  let [whole, written] = [0, 0];
  for (const text of texts) {
    if (whole > totalLimit && written >= totalLimit) break;
    const short = text.slice(0, itemLimit);
    whole += text.length;
    written += short.length;
    kept.push(short);
  }
  return kept;
}

/** A header value holds bytes: those of UTF-8, one character each. */
function toHeader(text: string): string {
  return Buffer.from(`299 - "${text.replace(/[\\"]/g, "\\$&")}"`).toString("latin1");
}
