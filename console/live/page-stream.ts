import type { PageEvent as Contract } from "@banter/core/api/management/page-events.ts";
import { createEventParser } from "@banter/sdk/event-stream.ts";
import type { z } from "zod";

/** An event of a page, as it is on the wire: times are ISO 8601 text. */
export type PageEvent = z.input<typeof Contract>;

/**
 * The stream is open. `isComplete` is false if it could not name the last event it had seen: conversations may have
 * changed unseen. All other events are hints that are lost while the stream is closed, so their readers read again.
 */
export type StreamOpened = { type: "opened"; isComplete: boolean };

/** `away`: the stream broke and the attempt to open it again failed. */
export type StreamState = "opening" | "open" | "away";

export type PageStreamDeps = {
  /** Opens the stream behind the event with this id; rejects if the server refuses. */
  connect(lastId: string | undefined, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  onEvent(event: PageEvent | StreamOpened): void;
  onState(state: StreamState): void;
  random?: () => number;
};

/** No byte for this long means that the connection is dead. The server sends a comment at least every 25 s. */
const silenceMs = 60_000;

const maxTimerMs = 2 ** 31 - 1;

/** Keeps one stream open until `stop`. A broken stream is opened again behind the last event that arrived. */
export function openPageStream({ connect, onEvent, onState, random = Math.random }: PageStreamDeps) {
  let lastId: string | undefined;
  let failures = 0;
  let isStopped = false;
  let isResting = false;
  let current = new AbortController();
  let wake = () => {};

  void keepOpen();
  return {
    stop() {
      isStopped = true;
      current.abort();
      wake();
    },
    /** Ends the wait for the next attempt. */
    retryNow: () => void (isResting || wake()),
    /** Gives up the connection: a browser that has lost its network does not notice on its own. */
    cut: () => current.abort(),
    /** Closes the stream for a while, and resumes it. */
    setResting(value: boolean) {
      if (isResting === value) return;
      isResting = value;
      if (value) current.abort();
      else wake();
    },
  };

  async function keepOpen(): Promise<void> {
    while (!isStopped) {
      if (failures === 0) onState("opening");
      current = new AbortController();
      try {
        await read(await connect(lastId, current.signal));
      } catch {
        // A refusal and a lost connection are alike: both are tried again.
      }
      current.abort();
      if (isStopped) return;
      if (isResting) {
        failures = 0;
        await pause(maxTimerMs);
        continue;
      }
      failures++;
      // The first attempt follows at once: servers end streams when they restart.
      if (failures > 1) onState("away");
      await pause(failures === 1 ? 50 : backOffMs(failures, random()));
    }
  }

  async function read(body: ReadableStream<Uint8Array>): Promise<void> {
    const parser = createEventParser();
    const reader = body
      .pipeThrough(new TextDecoderStream() as never)
      .getReader() as ReadableStreamDefaultReader<string>;
    onState("open");
    onEvent({ type: "opened", isComplete: lastId !== undefined });
    for (;;) {
      const silence = setTimeout(() => current.abort(), silenceMs);
      const { done, value } = await reader.read().finally(() => clearTimeout(silence));
      if (done) return;
      failures = 0;
      for (const { id, data } of parser.push(value)) {
        // The event is applied first: one that was counted and then lost would be a gap.
        onEvent(JSON.parse(data) as PageEvent);
        lastId = id ?? lastId;
      }
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Doubled after each failure, at most 30 s, with a random part so that tabs do not come back all at once. */
function backOffMs(failures: number, random: number): number {
  return Math.min(30_000, 500 * 2 ** (failures - 1)) * (0.5 + random / 2);
}
