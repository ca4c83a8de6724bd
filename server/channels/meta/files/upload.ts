import { FileForm } from "../../../outbound/file-form.ts";
import { SendError } from "../../../outbound/send-error.ts";
import type { FileBytes, ShownFile } from "../../message-files.ts";
import { callGraph, type Graph } from "../graph.ts";

/** Uploads a file and returns Meta's id of it. */
export type Upload = (type: ShownFile["type"], file: FileBytes) => Promise<string>;

const megabyte = 1024 * 1024;

/** Meta's limits for uploads. Instagram takes smaller pictures. */
const maxBytes = { messenger: 25 * megabyte, instagram: 8 * megabyte };

/** Shorter than the time after which a message of unknown result is sent again. */
const timeoutMs = 60_000;

/**
 * Uploads files to a page. `platform` is the one that messages with them are sent on.
 * https://developers.facebook.com/docs/messenger-platform/reference/attachment-upload-api
 */
export function uploadTo(graph: Graph, platform: "messenger" | "instagram"): Upload {
  return async (type, file) => {
    const max = type === "image" ? maxBytes[platform] : maxBytes.messenger;
    if (file.bytes > max) {
      throw new SendError("rejected", `The file has more than the ${max / megabyte} MB that Meta takes.`);
    }
    const message = JSON.stringify({ attachment: { type, payload: { is_reusable: true } } });
    const fields: Record<string, string> = platform === "instagram" ? { platform, message } : { message };
    const form = new FileForm(fields, { ...file, field: "filedata" });
    const { body } = await callGraph(graph, {
      ...{ method: "POST", path: "me/message_attachments", form, timeoutMs, isMessage: true },
    }).catch((error) => {
      throw withoutDoubt(error);
    });
    const id = body.attachment_id;
    if (typeof id === "string" || typeof id === "number") return String(id);
    throw new SendError("platform_error", "Meta has given no id to an uploaded file.");
  };
}

/** An upload without an answer has sent no message. */
function withoutDoubt(error: unknown): unknown {
  return error instanceof SendError && error.failure === "timeout"
    ? new SendError("unreachable", error.message)
    : error;
}
