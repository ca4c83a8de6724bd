/**
 * Joins the metrics of several nodes in Prometheus' text format, in which all samples of a metric stand together, below
 * one description. They are not added up: a sum would fall whenever one node restarts.
 */
export function mergeMetrics(texts: readonly string[]): string {
  const metrics = new Map<string, { description: string[]; samples: string[] }>();
  for (const text of texts) {
    for (const block of text.split(/^(?=# HELP )/m)) {
      const lines = block.split("\n").filter((line) => line !== "");
      const name = /^# HELP (\S+)/.exec(lines[0] ?? "")?.[1];
      if (name === undefined) continue;
      const description = lines.filter((line) => line.startsWith("#"));
      const metric = metrics.get(name) ?? { description, samples: [] };
      metric.samples.push(...lines.filter((line) => !line.startsWith("#")));
      metrics.set(name, metric);
    }
  }
  return [...metrics.values()]
    .map(({ description, samples }) => [...description, ...samples, ""].join("\n"))
    .join("\n");
}
