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
