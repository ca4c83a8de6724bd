/** Milliseconds of the monotonic clock that all processes share: `performance.now()` starts anew in each. */
export function nowMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1_000_000;
}
