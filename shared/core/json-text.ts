const [quote, comma, list, object, backslash] = [...'",[{\\'].map((mark) => mark.charCodeAt(0));

/**
 * True for JSON text of more values than that, an empty list or object counted twice; told without reading it as JSON, which
 * takes ten times as long where each value is a member of one object.
 *
 * Guarantees: total on any text; looks no further than the first value too many, and at no text that is too short for it.
 */
export function hasMoreValues(text: string, most: number): boolean {
  if (text.length < 2 * most) return false;
  let values = 1;
  for (let at = 0; at < text.length && values <= most; at += 1) {
    const mark = text.charCodeAt(at);
    if (mark === quote) at = endOfString(text, at);
    else if (mark === comma || mark === list || mark === object) values += 1;
  }
  return values > most;
}

/** Where the string ends that begins at `start`; where the text does if it does not. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

/** True behind an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === backslash) before -= 1;
  return (at - before) % 2 === 1;
}
