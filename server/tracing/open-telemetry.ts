import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Config } from "../config/config.ts";
import type { Span, SpanOptions, Tracing } from "./tracing.ts";

/** A collector that is away must not delay a shutdown. */
const maxStopMs = 3000;

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT };

/** Sends spans to a collector, in batches. A collector that is away costs spans, and nothing else. */
export function openTelemetry({ url, headers, serviceName, ratio }: NonNullable<Config["tracing"]>): Tracing {
  const exporter = new OTLPTraceExporter({ url, headers });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName }),
    // A trace is sampled or not as a whole: this is decided where it begins.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1000 })],
  });
  const tracer = provider.getTracer("banter");
  const places = new AsyncLocalStorage<string>();

  function start(name: string, { kind, after, startedAt, attributes }: SpanOptions): Span {
    const options = { kind: kinds[kind], startTime: epochMs(startedAt), ...(attributes && { attributes }) };
    const span = tracer.startSpan(name, options, contextOf(after));
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      place: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
      end(attributes = {}, failure, endedAt) {
        span.setAttributes(attributes);
        if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
        span.end(epochMs(endedAt));
      },
    };
  }

  return {
    start,
    within: (place, work) => places.run(place, work),
    current: () => places.getStore(),
    async stop() {
      const sent = provider.shutdown().catch(() => undefined);
      await Promise.race([sent, sleep(maxStopMs, undefined, { ref: false })]);
    },
  };
}

const epochMs = (at = performance.now()) => performance.timeOrigin + at;

const traceparent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** A place that is not in the right form begins a new trace. */
function contextOf(place: string | undefined): Context {
  const [, traceId, spanId, flags] = traceparent.exec(place ?? "") ?? [];
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}
