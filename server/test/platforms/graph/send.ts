import { type Account, type Decided, fault } from "./account.ts";
import { faultOfAttachment, keepAttachment, unfetched } from "./attachments.ts";
import { faultOfPrivateReply, takePrivateReply } from "./comments.ts";
import { echoOf, newMid, psidOn } from "./person.ts";
import type { SendRequest } from "./requests.ts";
import type { Graph, GraphFault, Item } from "./stand-in.ts";
import { faultOfThread } from "./thread-control.ts";

const dayMs = 86_400_000;

/** A post to `messages`. */
export function send(account: Account, body: Item): Decided {
  const parsed = account.schemas.sending.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const subcode = issue?.code === "custom" ? (issue.params?.subcode as number | undefined) : undefined;
    return fault(100, `${issue?.path.join(".")}: ${issue?.message}`, subcode);
  }
  const wrong = faultOfSend(account, parsed.data);
  if (wrong) return { fault: wrong };
  return { take: () => accept(account.graph, parsed.data) };
}

function faultOfSend({ graph, limits }: Account, request: SendRequest): GraphFault | undefined {
  const { recipient, messaging_type, tag, message } = request;
  const isMessenger = graph.kind === "messenger";
  if ("comment_id" in recipient) {
    if (!message) return { code: 100, message: "A private reply needs a message" };
    return faultOfPrivateReply(graph, recipient.comment_id) ?? (limits.messages() ? undefined : tooMany);
  }
  const person = graph.people.get(recipient.id);
  if (!person) return { code: 100, subcode: isMessenger ? 2018001 : 2534014, message: "No matching user found" };
  if (person.hasBlocked) return { code: 551, subcode: 1545041, message: "This person isn't available right now." };
  const { payload, reply_to } = request;
  const about = reply_to?.mid ?? payload?.message_id;
  if (about !== undefined && !graph.written.has(about, psidOn(graph, recipient.id)))
    return { code: 100, message: "Invalid message id" };
  if (!message && !payload) return undefined;
  const elsewhere = faultOfThread(graph, recipient.id);
  if (elsewhere) return elsewhere;
  if (tag !== undefined && tag !== "HUMAN_AGENT") return { code: 100, message: "Invalid tag" };
  const { type, url, attachment_id } = fileOf(request);
  if (graph.unfetchable.has(String(url))) return unfetched;
  const wrong = attachment_id === undefined ? undefined : faultOfAttachment(graph, type, attachment_id);
  if (wrong) return wrong;
  if (messaging_type === "UTILITY") {
    const { template } = (message ?? {}) as { template?: { name: string } };
    if (!template) return { code: 100, message: "A utility message needs a template" };
    if (!graph.templates.has(template.name)) return { code: 100, message: "No such template" };
  } else if (graph.now() - (person.wroteAt ?? 0) > (tag ? 7 : 1) * dayMs) {
    return {
      code: 10,
      subcode: isMessenger ? 2018278 : 2534022,
      message: "This message is sent outside of allowed window.",
    };
  }
  const isMedia = ["audio", "video"].includes(String(message?.attachment?.type));
  return limits.messages() && (!isMedia || limits.media()) ? undefined : tooMany;
}

/** The attachment of a message, with the parts of its payload that name a file. */
function fileOf({ message }: SendRequest): {
  type: string;
  url?: unknown;
  attachment_id?: unknown;
  is_reusable?: unknown;
} {
  const { type = "", payload = {} } = (message?.attachment ?? {}) as { type?: string; payload?: Item };
  return { ...payload, type };
}

const tooMany: GraphFault = { code: 613, message: "Calls to this api have exceeded the rate limit." };

function accept(graph: Graph, request: SendRequest): Item {
  const { message } = request;
  const commentId = "comment_id" in request.recipient ? request.recipient.comment_id : undefined;
  const id = "id" in request.recipient ? request.recipient.id : takePrivateReply(graph, request.recipient.comment_id);
  const recipient = { id };
  const { payload } = request;
  // The heart by its name.
  if (payload) graph.written.react(payload.message_id, (payload.reaction ?? "").replace("love", "❤"));
  if (!message) return { recipient_id: recipient.id };
  const mid = newMid();
  graph.sent.push({ mid, request: { ...request, recipient }, ...(commentId !== undefined && { commentId }) });
  graph.takenAt.push(performance.now());
  if (graph.echoes && graph.webhookUrl !== "") {
    const echo = echoOf(graph, recipient.id, { mid, message, appId: graph.appId });
    setImmediate(() => graph.post(echo).catch(() => undefined));
  }
  const { type, url, is_reusable } = fileOf(request);
  const kept = is_reusable === true ? { attachment_id: keepAttachment(graph, type, String(url)) } : {};
  return { recipient_id: recipient.id, message_id: mid, ...kept };
}
