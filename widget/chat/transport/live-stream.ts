import { createEventParser, type StreamEvent } from "@banter/sdk/event-stream.ts";
import type { Api } from "./api.ts";
import { backOffMs, createPause } from "./backoff.ts";
import { asCallError, type CallError } from "./call-error.ts";

export type LiveStreamDeps = {
  api: Pick<Api, "events">;
  /** The newest id that we have. */
  after(): number;
  onEvent(event: StreamEvent): void;
  onLive(isLive: boolean): void;
  /** Called when the server refuses the stream. Resolves to true if another attempt makes sense. */
  onRefused(status: number): Promise<boolean>;
  /** The tab has been hidden for a while. */
  isResting(): boolean;
};

/** `wake` ends a wait between two connections. */
export type LiveStream = { wake(): void; stop(): void };

// The server writes at least a comment every 15 seconds.
const silenceMs = 40_000;
// A resting tab connects this long, then rests this long.
const glanceMs = 5000;
const restMs = 30_000;
// After a crash all visitors lose their streams at once. This spreads their reconnections.
const spreadMs = 5000;

/** Receives events until it is stopped. Every reconnection asks for the events after the newest known id. */
export function openLiveStream(deps: LiveStreamDeps): LiveStream {
  const pause = createPause();
  let stopped = false;
  let connection: AbortController | undefined;

  async function run(): Promise<void> {
    for (let failures = 0; !stopped; ) {
      connection = new AbortController();
      const { error, progressed, retryMs } = await readStream(deps, connection);
      if (stopped) return;
      deps.onLive(false);
      failures = progressed ? 0 : failures + 1;

      if (error?.refusal && !(await deps.onRefused(error.refusal))) return;
      const interruption = {
        isResting: deps.isResting(),
        isBroken: error !== undefined,
        failures,
        retryMs: error?.retryAfterMs || retryMs,
      };
      await pause.wait(reconnectDelayMs(interruption));
    }
  }

  run();
  return {
    wake: pause.wake,
    stop() {
      stopped = true;
      connection?.abort();
      pause.wake();
    },
  };
}

type Interruption = { isResting: boolean; isBroken: boolean; failures: number; retryMs: number | undefined };

/** A stream that the server ended on purpose is reopened after its retry time, a broken one after a random time too. */
export function reconnectDelayMs({ isResting, isBroken, failures, retryMs }: Interruption): number {
  if (isResting) return restMs * (0.75 + Math.random() / 2);
  if (failures > 0) return backOffMs(failures, retryMs);
  if (retryMs !== undefined && !isBroken) return retryMs;
  return Math.max(retryMs ?? 0, Math.random() * spreadMs);
}

type Ending = { error?: CallError; progressed: boolean; retryMs?: number };

/** Reads one stream to its end. */
async function readStream(deps: LiveStreamDeps, connection: AbortController): Promise<Ending> {
  const parser = createEventParser();
  const began = Date.now();
  let hasEvents = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A dead connection may never report an error, so silence ends it. A browser allows few connections to a server,
  // so a resting tab gives its own back early.
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => connection.abort(), deps.isResting() ? glanceMs : silenceMs);
  };
  const ending = (error?: CallError): Ending => ({
    error,
    progressed: hasEvents || Date.now() - began > spreadMs,
    retryMs: parser.retryMs(),
  });

  try {
    restartTimer();
    const body = await deps.api.events(deps.after(), connection.signal);
    deps.onLive(true);
    const decoder = new TextDecoder();
    const chunks = body.getReader();
    for (let chunk = await chunks.read(); !chunk.done; chunk = await chunks.read()) {
      restartTimer();
      for (const event of parser.push(decoder.decode(chunk.value, { stream: true }))) {
        deps.onEvent(event);
        hasEvents = true;
      }
    }
    return ending();
  } catch (error) {
    return ending(asCallError(error));
  } finally {
    clearTimeout(timer);
  }
}
