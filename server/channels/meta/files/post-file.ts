import type { JsonObject } from "@banter/core/model/json.ts";
import type { PageFiles, ShownFile } from "../../message-files.ts";
import { type GraphAnswer, GraphRefusal } from "../graph.ts";
import type { MetaCall } from "../outbound/look.ts";
import type { Upload } from "./upload.ts";

/** The files of the page, and how one is uploaded. */
export type FileSending = { files: PageFiles; upload: Upload };

/** The file that a call shows by its address. */
export function fileIn({ message }: MetaCall): ShownFile | undefined {
  const { type, payload } = message.attachment ?? {};
  const isFile = type === "image" || type === "video" || type === "audio" || type === "file";
  return isFile && typeof payload?.url === "string" ? { type, url: payload.url } : undefined;
}

/**
 * Sends a message that shows a file: by Meta's id, if Meta keeps the file. Otherwise Meta fetches it from its address
 * and, the second time, keeps it. A stored file at an address that Meta cannot reach is uploaded.
 * https://developers.facebook.com/documentation/business-messaging/messenger-platform/send-messages/saving-assets
 */
export async function postFile(
  { files, upload }: FileSending,
  call: MetaCall,
  file: ShownFile,
  post: (body: JsonObject) => Promise<GraphAnswer>,
): Promise<GraphAnswer> {
  const postId = (id: string) => post(withPayload(call, { attachment_id: id }));
  const id = await files.idOf(file);
  if (id !== undefined) {
    try {
      return await postId(id);
    } catch (error) {
      if (!isAboutFile(error)) throw error;
      files.forget(file, id);
    }
  }
  const uploaded = await files.upload(file, (bytes) => upload(file.type, bytes));
  if (uploaded !== undefined) return postId(uploaded);
  if (!files.isSentAgain(file)) return post(call);
  const answer = await post(withPayload(call, { url: file.url, is_reusable: true }));
  const kept = answer.body.attachment_id;
  if (typeof kept === "string" || typeof kept === "number") files.keep(file, String(kept));
  return answer;
}

function withPayload(call: MetaCall, payload: JsonObject): MetaCall {
  const { attachment } = call.message;
  return attachment ? { ...call, message: { ...call.message, attachment: { ...attachment, payload } } } : call;
}

/**
 * True if an id may be the reason of a refusal. Meta does not document the error of an expired one, so that each error
 * about a parameter counts that is not known to be about the person or the comment.
 */
function isAboutFile(error: unknown): boolean {
  if (!(error instanceof GraphRefusal) || error.failure !== "rejected") return false;
  const { code, error_subcode: subcode = 0 } = error.error;
  return code === 100 && !aboutPerson.has(subcode);
}

const aboutPerson: ReadonlySet<number> = new Set([2018001, 2018014, 2534014, 2534015, 2534037]);
