/** More than a node has under way at a time. */
const maxKept = 20_000;

/**
 * Messages whose attempt this node has tried to record without learning whether that succeeded, so that it has made no
 * call. If the attempt is in the table, only this node knows that the platform has not seen the message.
 */
export class Uncalled {
  readonly #ids = new Set<number>();

  add(ids: Iterable<number>): void {
    for (const id of ids) this.#ids.add(id);
    for (const id of this.#ids) {
      if (this.#ids.size <= maxKept) return;
      this.#ids.delete(id);
    }
  }

  /** True once: the next attempt is like any other. */
  take(id: number): boolean {
    return this.#ids.delete(id);
  }
}
