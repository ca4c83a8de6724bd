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

/**
 * A file may be made to take for ever, or all memory: it then costs its own thread only, and the reader reads no further
 * one.
 */
export function openReader(): Reader {
  const thread = new Worker(new URL("./thread.ts", import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  let hasEnded = false;
  thread.unref();
  // Its end tells enough; without a listener, an error would end the process.
  thread.on("error", () => undefined);
  thread.on("exit", () => {
    hasEnded = true;
  });
  return {
    async read(file) {
      if (hasEnded) throw new Unreadable("too_long");
      const late = setTimeout(() => void thread.terminate(), timeoutMs);
      try {
        const answer = await new Promise<Answer>((resolve) => {
          thread.once("message", resolve);
          thread.once("exit", () => resolve({ reason: "too_long" }));
          thread.postMessage(file);
        });
        return resultOf(answer);
      } finally {
        clearTimeout(late);
      }
    },
    async close() {
      await thread.terminate();
    },
  };
}

type Answer = { document: ReadDocument } | { reason: UnreadableReason } | { fault: string };

function resultOf(answer: Answer): ReadDocument {
  if ("document" in answer) return answer.document;
  if ("fault" in answer) throw new AppError("invalid_field", answer.fault);
  throw new Unreadable(answer.reason);
}
