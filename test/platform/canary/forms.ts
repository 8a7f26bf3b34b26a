/**
 * The texts in which a secret would show: as it is, URL-encoded, in JSON, and in base64 (of both alphabets) at whichever place of
 * a longer text it stands.
 */
export function formsOf(secret: string): readonly string[] {
  const base64 = [0, 1, 2].map((before) => encoded(secret, before));
  const urlSafe = base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  const json = JSON.stringify(secret).slice(1, -1);
  return [...new Set([secret, json, encodeURIComponent(secret), ...base64, ...urlSafe])];
}

/** What base64 makes of the secret behind so many other bytes, without the characters that depend on its neighbours. */
function encoded(secret: string, before: number): string {
  const whole = Buffer.from(`${"\0".repeat(before)}${secret}`).toString("base64");
  const length = before + Buffer.byteLength(secret);
  return whole.slice(Math.ceil((before * 4) / 3), Math.floor((length * 4) / 3));
}
