import { z } from "zod";
import { type Account, type Decided, fault } from "./account.ts";
import type { Graph, GraphFault, Item } from "./stand-in.ts";

const megabyte = 1024 * 1024;
const termMs = 90 * 86_400_000;

const types = z.enum(["image", "video", "audio", "file"]);
const Link = z.string().regex(/^https:\/\/[^\s]+$/, "should represent a valid URL");
const Upload = z.strictObject({
  platform: z.literal("instagram").optional(),
  message: z.strictObject({
    attachment: z.strictObject({
      type: types,
      payload: z.strictObject({ url: Link.optional(), is_reusable: z.literal(true) }),
    }),
  }),
  filedata: z.custom<File>((value) => value instanceof File).optional(),
});

/** A post to `message_attachments`. Meta describes it for pages, and for Instagram accounts that are linked to one. */
export function uploadAttachment({ graph }: Account, body: Item): Decided {
  if (graph.kind === "instagram_login") return fault(2500, "Unknown path components: /message_attachments");
  const { data, error } = Upload.safeParse(body);
  if (!data) return fault(100, error.issues[0]?.message ?? "");
  if ((graph.kind === "instagram") !== (data.platform === "instagram")) return fault(100, "platform is wrong");
  const { type, payload } = data.message.attachment;
  const { filedata } = data;
  if ((payload.url === undefined) === (filedata === undefined)) return fault(100, "one of url and filedata");
  const wrong = filedata && faultOfFile(graph, type, filedata);
  if (wrong) return { fault: wrong };
  if (payload.url !== undefined && graph.unfetchable.has(payload.url)) return { fault: unfetched };
  const source = payload.url ?? `${filedata?.name} ${filedata?.type} ${filedata?.size}`;
  return { take: () => ({ attachment_id: keepAttachment(graph, type, source) }) };
}

export const unfetched: GraphFault = { code: 100, subcode: 2018008, message: "Failed to fetch the file from the url" };

function faultOfFile(graph: Graph, type: string, file: File): GraphFault | undefined {
  const max = graph.kind === "instagram" && type === "image" ? 8 * megabyte : 25 * megabyte;
  const isFitting = type === "file" || file.type.startsWith(`${type}/`);
  const isPlain = /^[\x21-\x7e]+$/.test(file.name);
  if (file.size > 0 && file.size <= max && isFitting && isPlain) return undefined;
  return { code: 100, subcode: 2018047, message: "Upload attachment failure." };
}

/** Returns the id under which messages show the file from now on. */
export function keepAttachment(graph: Graph, type: string, source: string): string {
  const id = `18570000${graph.attachments.size + 1}`;
  graph.attachments.set(id, { type, source, until: graph.now() + termMs });
  return id;
}

/** The subcode of an unknown or expired id is not documented. */
export function faultOfAttachment(graph: Graph, type: string, id: unknown): GraphFault | undefined {
  const kept = graph.attachments.get(String(id));
  if (kept?.type === type && kept.until > graph.now()) return undefined;
  return { code: 100, subcode: 2018074, message: "Invalid attachment ID" };
}
