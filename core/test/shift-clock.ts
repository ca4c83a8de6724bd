/** Makes the clock of this process wrong by that many milliseconds. Timers and `performance.now()` stay right. */
export function shiftClock(shiftMs: () => number): { restore(): void } {
  const Right = globalThis.Date;
  const now = () => Right.now() + shiftMs();
  globalThis.Date = new Proxy(Right, {
    construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
    apply: () => new Right(now()).toString(),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
  return {
    restore: () => {
      globalThis.Date = Right;
    },
  };
}
