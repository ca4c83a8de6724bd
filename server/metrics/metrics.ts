import { Counter, Gauge, Histogram, Registry } from "prom-client";

/**
 * The figures of this node for `/metrics`. Labels are channels, results and reasons, which are few: never ids of pages
 * or customers.
 */
export type Metrics = ReturnType<typeof nodeMetrics>;

/** A gauge's values by its label, or its one value. Undefined: not known now. */
type Reading<Label extends string> = number | undefined | { labels: Record<Label, string>; value: number }[];

export function nodeMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name: `banter_${name}_total`, help, labelNames, registers });
  const histogram = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Histogram({ name: `banter_${name}_seconds`, help, labelNames, registers, buckets });

  return {
    registry,
    mailAccepted: counter("mail_accepted", "Mail accepted, in memory (direct) or in the table (mailbox)", [
      "channel",
      "path",
    ]),
    mailParked: counter("mail_parked", "Mail put aside because it could not be handled"),
    turns: counter("turns", "Turns taken", ["channel"]),
    turnSeconds: counter("turn_seconds", "Time spent in turns, without look-ups and commits"),
    batchSeconds: histogram("batch", "Time of a batch of mail from its look-ups to its commit"),
    batchFailures: counter("batch_failures", "Batches that failed and were split or left to another owner"),
    messages: counter("messages", "Messages that turns have made", ["channel"]),
    calls: counter("delivery_calls", "Calls to platforms that deliver messages, by their result", [
      "channel",
      "result",
    ]),
    callSeconds: histogram("delivery_call", "Time of a call to a platform", ["channel"]),
    retries: counter("delivery_retries", "Failed calls that are made again later", ["channel"]),
    messagesFailed: counter("messages_failed", "Messages given up after a failed call", ["channel", "reason"]),
    requests: counter("requests", "Answers to request steps of flows", ["result"]),
    pagesClaimed: counter("pages_claimed", "Pages that this node has begun to run"),
    pagesDropped: counter("pages_dropped", "Pages whose state was thrown away, to be read from the tables again", [
      "reason",
    ]),

    /** Adds a gauge that is read whenever the figures are asked for. */
    gauge<Label extends string = never>(
      { name, help, labelNames = [] }: { name: string; help: string; labelNames?: Label[] },
      read: () => Reading<Label> | Promise<Reading<Label>>,
    ): void {
      new Gauge({
        ...{ name: `banter_${name}`, help, labelNames, registers },
        async collect() {
          const reading = await read();
          if (labelNames.length > 0) this.reset();
          if (typeof reading === "number") this.set(reading);
          // Zero would be a lie: the gauge is left out.
          else if (reading === undefined) this.remove();
          else for (const { labels, value } of reading) this.set(labels, value);
        },
      });
    },
  };
}

const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];
