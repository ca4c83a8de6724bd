/** Milliseconds of the monotonic clock that all processes share: `performance.now()` starts at zero in each process. */
export function nowMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1_000_000;
}
