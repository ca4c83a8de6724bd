/**
 * A map that holds at most `max` entries. Setting one more removes the entry that was read or set the longest time ago.
 * `get` changes the order: do not call it while iterating over the map.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number;
  readonly #onEvicted: ((value: Value) => void) | undefined;

  constructor(max: number, onEvicted?: (value: Value) => void) {
    super();
    this.#max = max;
    this.#onEvicted = onEvicted;
  }

  override get(key: Key): Value | undefined {
    const value = super.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  override set(key: Key, value: Value): this {
    super.delete(key);
    super.set(key, value);
    if (this.size > this.#max) this.#evictOldest();
    return this;
  }

  #evictOldest(): void {
    const [oldest] = this;
    if (!oldest) return;
    super.delete(oldest[0]);
    this.#onEvicted?.(oldest[1]);
  }
}
