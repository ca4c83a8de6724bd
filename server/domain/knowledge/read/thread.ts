import { parentPort } from "node:worker_threads";
import { AppError } from "@banter/core/model/error.ts";
import { type DocumentFile, Unreadable } from "./document.ts";
import { readDocument } from "./read-document.ts";

/** The thread of `reader.ts`: a message is a document, and so is its answer. */
parentPort?.on("message", async (file: DocumentFile) => {
  try {
    parentPort?.postMessage({ document: await readDocument(file) });
  } catch (error) {
    if (error instanceof Unreadable) parentPort?.postMessage({ reason: error.reason });
    // A line of a CSV file that cannot be read.
    else if (error instanceof AppError) parentPort?.postMessage({ fault: error.message });
    else parentPort?.postMessage({ reason: "damaged" });
  }
});
