/**
 * The same function, which computes its answer once for each object it is asked about and keeps it for as long as that
 * object lives.
 *
 * Assumptions: `compute` is pure, and nobody changes the object.
 */
export function oncePer<Asked extends object, Answer>(compute: (asked: Asked) => Answer): (asked: Asked) => Answer {
  const answers = new WeakMap<Asked, { readonly answer: Answer }>();
  return (asked) => {
    const known = answers.get(asked);
    if (known !== undefined) return known.answer;
    const answer = compute(asked);
    answers.set(asked, { answer });
    return answer;
  };
}

/** Texts whose answers are kept, and the characters of the longest one. */
const kept = { most: 32, longest: 16_384 } as const;

/**
 * The same function of a text, which remembers its answers to the last few of them. What an object carries as text stays the
 * same through most of its versions.
 *
 * Assumptions: `compute` is pure, nobody changes its answer, and no text holds a secret, which would outlive its use (D13).
 */
export function oncePerText<Answer>(compute: (text: string) => Answer): (text: string) => Answer {
  const answers = new Map<string, { readonly answer: Answer }>();
  return (text) => {
    if (text.length > kept.longest) return compute(text);
    const known = answers.get(text);
    if (known !== undefined) return known.answer;
    const answer = compute(text);
    if (answers.size >= kept.most) answers.clear();
    answers.set(text, { answer });
    return answer;
  };
}
