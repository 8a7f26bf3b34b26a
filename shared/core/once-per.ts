/**
 * The same function, which computes its answer once for each object it is asked about and keeps it for as long as that
 * object lives, or is the one it was asked about last.
 *
 * Assumptions: `compute` is pure, and nobody changes the object.
 */
export function oncePer<Asked extends object, Answer>(compute: (asked: Asked) => Answer): (asked: Asked) => Answer {
  const answers = new WeakMap<Asked, Known<Asked, Answer>>();
  // Most often it is the same one again, which takes no look-up.
  let last: Known<Asked, Answer> | undefined;
  return (asked) => {
    if (last !== undefined && last.asked === asked) return last.answer;
    let known = answers.get(asked);
    if (known === undefined) {
      known = { asked, answer: compute(asked) };
      answers.set(asked, known);
    }
    last = known;
    return known.answer;
  };
}

/** What was asked about, and the answer. */
interface Known<Asked, Answer> {
  readonly asked: Asked;
  readonly answer: Answer;
}

/** Characters of a generation of texts, and of the longest one whose answer is kept. */
const kept = { characters: 262_144, longest: 16_384 } as const;

/** Texts of a generation at most, where nothing else is said. */
export const usuallyKept = 256;

/**
 * The same function of a text, which remembers its answers to the last few hundred of them. What an object carries as text
 * stays the same through most of its versions.
 *
 * Guarantees: answers to two generations of texts are kept, each of `most` texts and 262,144 characters at most; one begins
 * when the one before it is full, and what was asked for during either of them is known.
 * Assumptions: `compute` is pure, nobody changes its answer, and no text holds a secret, which would outlive its use (D13).
 */
export function oncePerText<Answer>(
  compute: (text: string) => Answer,
  most: number = usuallyKept,
): (text: string) => Answer {
  let newer = new Map<string, Known<string, Answer>>();
  let older = newer;
  let characters = 0;
  const answerTo = onceInARow((text: string) => {
    const known = newer.get(text);
    if (known !== undefined) return known.answer;
    const found = older.get(text) ?? { asked: text, answer: compute(text) };
    if (newer.size >= most || characters + text.length > kept.characters) {
      [older, newer, characters] = [newer, new Map(), 0];
    }
    newer.set(found.asked, found);
    characters += text.length;
    return found.answer;
  });
  return (text) => (text.length > kept.longest ? compute(text) : answerTo(text));
}

/**
 * The same function, which computes nothing where it is asked the same as the last time: what a look asks several times
 * over, it asks in a row. The last question and its answer live on.
 *
 * Assumptions: as `oncePer`.
 */
export function onceInARow<Asked, Answer>(compute: (asked: Asked) => Answer): (asked: Asked) => Answer {
  let last: Known<Asked, Answer> | undefined;
  return (asked) => {
    if (last === undefined || last.asked !== asked) last = { asked, answer: compute(asked) };
    return last.answer;
  };
}
