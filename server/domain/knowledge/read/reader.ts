import { Worker } from "node:worker_threads";
import { AppError } from "@banter/core/model/error.ts";
import { type DocumentFile, type ReadDocument, Unreadable, type UnreadableReason } from "./document.ts";

/** Reads documents one after the other, in a thread of its own. */
export type Reader = {
  /** Throws Unreadable, or the AppError that names a faulty line. */
  read(file: DocumentFile): Promise<ReadDocument>;
  close(): Promise<void>;
};

const timeoutMs = 60_000;
const maxHeapMb = 512;
/** Buffers are outside of the heap; a small PDF can unpack to gigabytes of them. */
const maxBuffers = 512 * 1024 * 1024;
const memoryCheckMs = 100;

/**
 * A file may be made to take for ever, or all memory: it then costs its own thread only, and the reader starts another
 * one for the next file.
 */
export function openReader(): Reader {
  let thread: Worker | undefined;
  let settle: (answer: Answer) => void = () => undefined;

  function start(): Worker {
    const started = new Worker(new URL("./thread.ts", import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    started.unref();
    // Its end tells enough; without a listener, an error would end the process.
    started.on("error", () => undefined);
    started.on("message", (answer: Answer) => settle(answer));
    started.on("exit", () => {
      thread = undefined;
      settle({ reason: "too_long" });
    });
    return started;
  }

  return {
    read: (file) =>
      inTurn(async () => {
        thread ??= start();
        const reading = thread;
        const end = () => void reading.terminate();
        const late = setTimeout(end, timeoutMs);
        const watch = setInterval(() => void endIfLarge(reading), memoryCheckMs);
        try {
          const answer = await new Promise<Answer>((resolve) => {
            settle = resolve;
            reading.postMessage(file);
          });
          return resultOf(answer);
        } finally {
          clearTimeout(late);
          clearInterval(watch);
        }
      }),
    async close() {
      await thread?.terminate();
    },
  };
}

async function endIfLarge(thread: Worker): Promise<void> {
  // It fails if the thread has ended.
  const heap = await thread.getHeapStatistics().catch(() => undefined);
  if (heap && heap.external_memory > maxBuffers) await thread.terminate();
}

/** So many documents are read at the same time, by all readers of this node; further ones wait. */
const maxAtOnce = 2;
let atOnce = 0;
const waiting: (() => void)[] = [];
/** A file that waits is in memory. */
const maxWaiting = 10;

/** Throws if a file that somebody has just sent would have to wait behind too many others. */
export function checkForPlace(): void {
  if (waiting.length < maxWaiting) return;
  throw new AppError("unavailable", "Too many documents are read at the same time. Try again in a moment.", {
    headers: { "retry-after": "10" },
  });
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (atOnce < maxAtOnce) atOnce++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // The next one takes over the place.
    const next = waiting.shift();
    if (next) next();
    else atOnce--;
  }
}

type Answer = { document: ReadDocument } | { reason: UnreadableReason } | { fault: string };

function resultOf(answer: Answer): ReadDocument {
  if ("document" in answer) return answer.document;
  if ("fault" in answer) throw new AppError("invalid_field", answer.fault);
  throw new Unreadable(answer.reason);
}
