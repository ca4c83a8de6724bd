type Sample = { minutes: number; value: number };

const parts = 10;

/**
 * How much a value grows in an hour: the slope through the lowest values of parts of the time. Between two collections
 * of garbage memory only rises, so that its lows count. The first third is left out, in which caches fill.
 */
export function growthPerHour(samples: Sample[]): number {
  const later = samples.slice(Math.floor(samples.length / 3));
  const size = Math.max(1, Math.ceil(later.length / parts));
  const lows: Sample[] = [];
  for (let at = 0; at < later.length; at += size)
    lows.push(later.slice(at, at + size).reduce((low, each) => (each.value < low.value ? each : low)));
  const mean = (pick: (each: Sample) => number) => lows.reduce((sum, each) => sum + pick(each), 0) / lows.length;
  const [time, value] = [mean(({ minutes }) => minutes), mean(({ value }) => value)];
  const spread = mean(({ minutes }) => (minutes - time) ** 2);
  return spread > 0 ? (60 * mean((each) => (each.minutes - time) * (each.value - value))) / spread : 0;
}
