import { type Account, type Decided, fault } from "./account.ts";
import { postSigned } from "./person.ts";
import type { Call, CommentOptions, Graph, GraphFault, Item, StoredComment } from "./stand-in.ts";

const dayMs = 86_400_000;
let count = 0;

/** A person comments. Resolves with the comment's id and the status of our server's answer. */
export async function comment(graph: Graph, personId: string, text: string, options: CommentOptions = {}) {
  const { postId = defaultPost(graph), at = graph.now(), author = personId } = options;
  const id = newId(graph, postId);
  const isOwn = author === graph.accountId;
  const stored: StoredComment = {
    id,
    postId,
    personId,
    at,
    isOwn,
    isLive: options.isLive ?? false,
    isDeleted: options.isDeleted ?? false,
    answers: [],
  };
  graph.comments.set(id, stored);
  const statuses: number[] = [];
  for (let times = 0; times < (options.times ?? 1); times++)
    statuses.push(await postChange(graph, changeOf(graph, stored, { text, author, ...options })));
  return { id, statuses };
}

const defaultPost = (graph: Graph) => (graph.kind === "messenger" ? `${graph.accountId}_801` : "17800000000801");

const newId = (graph: Graph, postId: string) =>
  graph.kind === "messenger" ? `${postId.split("_").at(-1)}_${++count}` : `1790000000${++count}`;

type Said = Omit<CommentOptions, "author"> & { text: string; author: string };

function changeOf(graph: Graph, { id, postId, at }: StoredComment, said: Said): Item {
  const { text, author, name = "Lan Nguyen", isAd, isLive, parentId, verb = "add" } = said;
  if (graph.kind === "messenger") {
    const post = { id: postId, is_published: !isAd, promotion_status: "inactive" };
    const from = { id: author, name };
    const time = Math.floor(at / 1000);
    const place = { comment_id: id, post_id: postId, parent_id: parentId ?? postId };
    return { field: "feed", value: { item: "comment", verb, ...place, from, message: text, created_time: time, post } };
  }
  const kind = isLive ? "LIVE" : isAd ? "AD" : "FEED";
  const media = { id: postId, media_product_type: kind, ...(isAd && { ad_id: "120200000000001", ad_title: "Autumn" }) };
  const self = author === graph.accountId ? { self_ig_scoped_id: "901122334400000" } : {};
  const from = { id: author, username: name.toLowerCase().replace(" ", "."), ...self };
  const parent = parentId === undefined ? {} : { parent_id: parentId };
  return { field: isLive ? "live_comments" : "comments", value: { id, text, from, media, ...parent } };
}

/** Instagram Login sends changes flat, without a list. */
function postChange(graph: Graph, change: Item): Promise<number> {
  return graph.kind === "instagram_login" ? postSigned(graph, change) : postSigned(graph, [change], "changes");
}

/** The reason why Meta takes no private reply to this comment. */
export function faultOfPrivateReply(graph: Graph, id: string): GraphFault | undefined {
  const isMessenger = graph.kind === "messenger";
  const closed = { code: 100, subcode: 2534025, message: "The comment is invalid for a private reply" };
  const found = graph.comments.get(id);
  if (!found || found.isDeleted)
    return isMessenger ? { code: 100, subcode: 2018292, message: "Invalid comment_id parameter" } : closed;
  if (found.isOwn) return isMessenger ? { code: 10902, message: "This is not a Replyable activity" } : closed;
  if (found.hasPrivateReply) return { code: 10900, message: "Activity already replied to" };
  if (found.isLive && graph.endedLives.has(found.postId)) return closed;
  if (graph.now() - found.at > 7 * dayMs)
    return isMessenger ? { code: 10901, message: "Activity replying time expired" } : closed;
  return graph.people.get(found.personId)?.hasBlocked
    ? { code: 551, subcode: 1545041, message: "This person isn't available right now." }
    : undefined;
}

/** Takes a private reply. Returns the id of the person who gets it: they may not write to the page under another. */
export function takePrivateReply(graph: Graph, id: string): string {
  const found = graph.comments.get(id);
  if (!found) throw new Error(`There is no comment ${id}.`);
  found.hasPrivateReply = true;
  graph.people.set(found.personId, { ...graph.people.get(found.personId) });
  return found.personId;
}

/** A call to a comment: its answers, its likes, or the comment itself. */
export function commentEdge({ graph }: Account, call: Call, id: string, edge: string | undefined): Decided {
  const isMessenger = graph.kind === "messenger";
  const found = graph.comments.get(id);
  if (!found || found.isDeleted) return fault(100, "Unsupported post request. Object does not exist", 33);
  const answers = isMessenger ? "comments" : "replies";
  const field = isMessenger ? "message" : "text";
  if (call.method === "GET" && edge === answers && call.query.fields === field)
    return { take: () => ({ data: found.answers.map((text, index) => ({ id: `${id}${index}`, [field]: text })) }) };
  if (call.method !== "POST") return fault(100, "Unsupported request");
  if (edge === answers) return answer(graph, found, call.body);
  if (edge === "likes" && isMessenger && Object.keys(call.body).length === 0) return done(() => (found.isLiked = true));
  const hidden = JSON.stringify(isMessenger ? { is_hidden: true } : { hide: true });
  if (edge === undefined && JSON.stringify(call.body) === hidden && !(found.isLive && !isMessenger))
    return done(() => (found.isHidden = true));
  return fault(100, "Unsupported post request.");
}

const done = (act: () => unknown): Decided => ({
  take() {
    act();
    return { success: true };
  },
});

/** Meta takes the same answer twice. The page's own answer comes back as a comment, like everybody's. */
function answer(graph: Graph, found: StoredComment, body: Item): Decided {
  const { message, ...others } = body;
  if (typeof message !== "string" || message.trim() === "" || Object.keys(others).length > 0)
    return fault(100, "(message) is required");
  if (graph.kind !== "messenger" && (found.isHidden || found.isLive))
    return fault(100, "Hidden comments and those of live videos cannot be answered");
  return {
    take() {
      found.answers.push(message);
      const own = { parentId: found.id, postId: found.postId, author: graph.accountId, name: "Corner Shop" };
      if (graph.webhookUrl !== "")
        setImmediate(() => comment(graph, graph.accountId, message, own).catch(() => undefined));
      return { id: `${found.id}${found.answers.length}` };
    },
  };
}
