/**
 * Spans for OpenTelemetry. A span's place, in the form of the header `traceparent`, is stored with the mail and the
 * turn, so that one trace leads from a webhook to the delivery, through the mailbox and over restarts.
 */
export type Tracing = {
  start(name: string, options: SpanOptions): Span;
  /** Runs `work`, and all that it starts, with this place as the current one. */
  within<Result>(place: string, work: () => Result): Result;
  /** The place of the request that is being handled. */
  current(): string | undefined;
  /** Sends what is left. */
  stop(): Promise<void>;
};

export type SpanOptions = {
  kind: "server" | "consumer" | "client";
  /** The place that the span follows from. Without one, it begins a trace. */
  after?: string | undefined;
  /** By `performance.now()`; now, unless given. */
  startedAt?: number;
  attributes?: Attributes;
};

export type Span = {
  place: string;
  /** `endedAt` by `performance.now()`; now, unless given. */
  end(attributes?: Attributes, failure?: string, endedAt?: number): void;
};

type Attributes = Record<string, string | number>;
