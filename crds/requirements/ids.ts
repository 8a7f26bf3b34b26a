const mention = /(?<![\w-])(R|AMB-|F)(\d+)(?:\s?[–…-]\s?(?:R|AMB-|F)?(\d+))?(?![\w-])/g;

/** The ids of requirements, choices and flows that a text mentions, in its order; `R34–R36` and `AMB-1…4` count for each in between. */
export function idsIn(text: string): string[] {
  const found = [...text.matchAll(mention)].flatMap(([, letter, first, last = first]) => {
    const [from, to] = [Number(first), Number(last)];
    return Array.from({ length: Math.max(1, to - from + 1) }, (_, index) => `${letter}${from + index}`);
  });
  return [...new Set(found)];
}
