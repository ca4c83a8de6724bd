import type { RunnerNode } from "./node.ts";
import type { OwnedPage } from "./pages/page.ts";

/** Gauges of the pages that this node runs. They are read from memory, and only when somebody asks. */
export function addRunnerGauges(node: RunnerNode): void {
  const { metrics } = node.deps;
  const gauge = (name: string, help: string, read: () => number) => metrics.gauge({ name, help }, read);
  const sumOf = (value: (page: OwnedPage) => number) =>
    [...node.pages.values()].reduce((sum, page) => sum + value(page), 0);
  const byChannel = (name: string, help: string, value: (page: OwnedPage) => number) =>
    metrics.gauge({ name, help, labelNames: ["channel"] }, () => sumsByChannel(node.pages.values(), value));

  gauge("pages_owned", "Pages that this node runs", () => node.pages.size);
  gauge("direct_mail_waiting", "Mail in memory that waits for its turn", () => sumOf(({ inbox }) => inbox.count()));
  gauge("batches_running", "Batches of mail that are being handled", () => node.batches.size);
  gauge("delivery_calls_running", "Calls to platforms that are under way", () =>
    sumOf(({ outgoing }) => outgoing.inFlight()),
  );
  gauge(
    "digest_pages_waiting",
    "Pages whose news is not in lists and statistics yet",
    () => node.digester.backlog().pages,
  );
  gauge(
    "digest_lag_seconds",
    "How long the oldest of this news has waited",
    () => node.digester.backlog().oldestMs / 1000,
  );
  byChannel("outgoing_waiting", "Messages of this node's pages that wait to be sent", ({ outgoing }) =>
    outgoing.waiting(),
  );
  byChannel("breakers_open", "Pages whose platform fails or throttles them", ({ outgoing }) =>
    outgoing.isHeldUp() ? 1 : 0,
  );
}

function sumsByChannel(pages: Iterable<OwnedPage>, value: (page: OwnedPage) => number) {
  const sums = new Map<string, number>();
  for (const page of pages) {
    const channel = page.setup.current()?.channel.type;
    if (channel) sums.set(channel, (sums.get(channel) ?? 0) + value(page));
  }
  return [...sums].map(([channel, sum]) => ({ labels: { channel }, value: sum }));
}
