/** Chance, the only way to it outside adapters: the next number from 0, included, to 1, excluded. */
export type Random = () => number;
