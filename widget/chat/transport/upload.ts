import { asRecord, asText } from "../json.ts";
import { CallError } from "./call-error.ts";
import type { Fields } from "./client.ts";

type Uploading = { url: URL; token: string; file: File; onProgress: (part: number) => void };

/** Sends a file's bytes. Not by fetch, which reports no progress of what it sends. */
export function upload({ url, token, file, onProgress }: Uploading): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.responseType = "json";
    request.setRequestHeader("authorization", `Bearer ${token}`);
    request.setRequestHeader("x-file-name", encodeURIComponent(file.name || "file"));
    request.setRequestHeader("content-type", file.type || "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { file_id, code }: Fields<"POST /files"> & { code?: unknown } = asRecord(request.response);
      if (request.status === 200 && typeof file_id === "number") resolve(file_id);
      else reject(new CallError(request.status, request.getResponseHeader("retry-after"), asText(code)));
    };
    request.onerror = () => reject(new CallError());
    request.send(file);
  });
}
