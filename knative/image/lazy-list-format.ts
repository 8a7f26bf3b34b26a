const { ListFormat } = Intl;

/**
 * Stands in a bundle for `Intl.ListFormat`, which a dependency of got makes two of while it is loaded, for messages of its
 * own errors: the real one reads the language data of ICU, 12 ms of a cold start, and is made here when it is used.
 */
export class LazyListFormat {
  #real: Intl.ListFormat | undefined;
  readonly #given: ConstructorParameters<typeof Intl.ListFormat>;

  constructor(...given: ConstructorParameters<typeof Intl.ListFormat>) {
    this.#given = given;
  }

  format(list: Iterable<string>): string {
    this.#real ??= new ListFormat(...this.#given);
    return this.#real.format(list);
  }
}
