import { Refusal, type ReplyOf } from "@banter/sdk/manage.ts";

/** A stored file, as the server describes it. `url` goes into messages and flows. */
export type Media = ReplyOf<"POST /pages/:page_id/media">;

/**
 * Uploads a file to the page's library. `onProgress` gets the part that has been sent, from 0 to 1. Throws a Refusal
 * if the server does not take the file, and an `AbortError` if `signal` ends the upload.
 */
export const uploadFile = (
  pageId: string,
  file: File,
  onProgress: (part: number) => void = () => {},
  signal?: AbortSignal,
): Promise<Media> => {
  const path = `/pages/${encodeURIComponent(pageId)}/media`;
  return sendFile(path, file, { type: file.type || "application/octet-stream", onProgress, signal });
};

type Sending = { type: string; onProgress?: (part: number) => void; signal?: AbortSignal | undefined };

/** Sends a file as the body of a call of the management API. */
export function sendFile<Reply>(path: string, file: File, { type, onProgress, signal }: Sending): Promise<Reply> {
  return new Promise((resolve, reject) => {
    // Not fetch: it reports no progress of what it sends.
    const request = new XMLHttpRequest();
    request.open("POST", `/api/v1${path}`);
    request.responseType = "json";
    request.setRequestHeader("x-file-name", encodeURIComponent(file.name.toWellFormed()));
    request.setRequestHeader("content-type", type);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const isDone = request.status >= 200 && request.status < 300 && request.response !== null;
      if (isDone) resolve(request.response as Reply);
      else reject(new Refusal(request.status, request.response ?? {}));
    };
    request.onerror = () => reject(new TypeError("The server cannot be reached."));
    request.onabort = () => reject(new DOMException("The upload was cancelled.", "AbortError"));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    if (signal?.aborted) return request.onabort(new ProgressEvent("abort"));
    request.send(file);
  });
}
