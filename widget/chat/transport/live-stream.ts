import { type Api, asCallError, type CallError } from "./api.ts";
import { backOffMs, createPause } from "./backoff.ts";
import { createEventReader, type StreamEvent } from "./event-parser.ts";

export type Listener = {
  api: Pick<Api, "events">;
  /** The newest id that we have. */
  after(): number;
  onEvent(event: StreamEvent): void;
  onLive(isLive: boolean): void;
  /** The server does not let us listen. Resolves to whether there is a point in going on. */
  onRefused(status: number): Promise<boolean>;
  /** Nobody has looked for a while. */
  isResting(): boolean;
};

// The server writes at least a comment every 15 seconds.
const silenceMs = 40_000;
const glanceMs = 5000;
const restMs = 30_000;
// After a crash all visitors lose their streams at once, and must not all come back at once.
const spreadMs = 5000;

/** Listens for ever, and after each interruption asks for what came after the last thing heard. */
export function listen(listener: Listener): { wake(): void; stop(): void } {
  const pause = createPause();
  let stopped = false;
  let stream: AbortController | undefined;

  async function run(): Promise<void> {
    for (let failures = 0; !stopped; ) {
      stream = new AbortController();
      const { error, progressed, retryMs } = await hear(listener, stream);
      const isBroken = error !== undefined;
      if (stopped) return;
      listener.onLive(false);
      failures = progressed ? 0 : failures + 1;

      if (error?.status && error.status >= 400 && error.status < 500 && error.status !== 429) {
        if (!(await listener.onRefused(error.status))) return;
      }
      const atLeastMs = error?.retryAfterMs || retryMs;
      await pause.wait(waitMs({ isResting: listener.isResting(), isBroken, failures, retryMs: atLeastMs }));
    }
  }

  run();
  return {
    wake: pause.wake,
    stop() {
      stopped = true;
      stream?.abort();
      pause.wake();
    },
  };
}

type Interruption = { isResting: boolean; isBroken: boolean; failures: number; retryMs: number | undefined };

/** A server that ends a stream in order says when to come back; one that broke off has said it before it knew. */
export function waitMs({ isResting, isBroken, failures, retryMs }: Interruption): number {
  if (isResting) return restMs * (0.75 + Math.random() / 2);
  if (failures > 0) return backOffMs(failures, retryMs);
  if (retryMs !== undefined && !isBroken) return retryMs;
  return Math.max(retryMs ?? 0, Math.random() * spreadMs);
}

type Hearing = { error?: CallError; progressed: boolean; retryMs?: number };

/** One stream, from its opening to its end. */
async function hear(listener: Listener, stream: AbortController): Promise<Hearing> {
  const reader = createEventReader();
  const began = Date.now();
  let progressed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A connection that died without a word would be silent for ever. And a browser has few connections to a server,
  // so a tab that nobody looks at only glances at it now and then.
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stream.abort(), listener.isResting() ? glanceMs : silenceMs);
  };

  try {
    watch();
    const body = await listener.api.events(listener.after(), stream.signal);
    listener.onLive(true);
    const decoder = new TextDecoder();
    const chunks = body.getReader();
    for (let chunk = await chunks.read(); !chunk.done; chunk = await chunks.read()) {
      watch();
      for (const event of reader.push(decoder.decode(chunk.value, { stream: true }))) {
        listener.onEvent(event);
        progressed = true;
      }
    }
    return { progressed: progressed || Date.now() - began > spreadMs, retryMs: reader.retryMs() };
  } catch (error) {
    progressed ||= Date.now() - began > spreadMs;
    return { progressed, retryMs: reader.retryMs(), error: asCallError(error) };
  } finally {
    clearTimeout(timer);
  }
}
