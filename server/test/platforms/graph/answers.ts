import { type Account, type Decided, fault } from "./account.ts";
import { uploadAttachment } from "./attachments.ts";
import { commentEdge } from "./comments.ts";
import { listPosts } from "./posts.ts";
import { type Kind, subscribable } from "./requests.ts";
import { send } from "./send.ts";
import type { Call, Item } from "./stand-in.ts";
import { changeControl } from "./thread-control.ts";

/** Decides how Meta would answer a call: with an error, or with an action and its result. */
export function answerTo(account: Account, call: Call, authorization: string | undefined): Decided {
  const { graph, tokens } = account;
  if (call.path === "/refresh_access_token") return tokens.renew(call);
  const [, version, node = "", edge] = call.path.split("/");
  if (!/^v[0-9]+\.[0-9]+$/.test(version ?? "")) return fault(2500, "Unknown path components");
  // Facebook reads the token in the query, Instagram in a header.
  const token = graph.kind === "instagram_login" ? authorization?.replace(/^Bearer /, "") : call.query.access_token;
  const wrong = tokens.faultOf(token);
  if (wrong) return { fault: wrong };
  const route = `${call.method} ${edge ?? ""}`;
  if (edge === undefined && call.method === "GET" && !graph.comments.has(node)) {
    if (node === "me") return self(account, call.query);
    // With Facebook Login the account is named by its id.
    if (graph.kind === "instagram" && node === graph.accountId)
      return { take: () => pick({ id: node, username: "corner.shop" }, call.query.fields ?? "") };
    return person(account, node, call.query);
  }
  if (graph.comments.has(node) || edge === "comments" || edge === "replies" || edge === "likes")
    return commentEdge(account, call, node, edge);
  if (node !== "me" && node !== graph.accountId) return fault(100, "Unsupported post request.", 33);
  if (route === "POST messages") return send(account, call.body);
  if (route === "POST pass_thread_control" || route === "POST take_thread_control")
    return changeControl(account, edge ?? "", call.body);
  if (route === "POST message_attachments") return uploadAttachment(account, call.body);
  if (route === "POST subscribed_apps") return subscribe(account, call.query);
  if (route === "GET subscribed_apps") return { take: () => subscriptions(account) };
  if (route === "GET published_posts" && graph.kind === "messenger") return listPosts(account, "published_posts", call);
  // With Facebook Login, `me` is the page, which has no media.
  if (route === "GET media" && (graph.kind === "instagram_login" || (graph.kind === "instagram" && node !== "me")))
    return listPosts(account, "media", call);
  if (edge === "messenger_profile") return changeProfile(account, call);
  return fault(2500, "Unknown path components");
}

/** The owner of the token: a page with its Instagram account, or an Instagram account alone. */
function self({ graph }: Account, { fields = "" }: Record<string, string>): Decided {
  const id = graph.accountId;
  const known: Record<Kind, Item> = {
    messenger: { id, name: "Corner shop" },
    instagram: { id: "104000000000009", instagram_business_account: { id } },
    instagram_login: { id: "9007199254740993", user_id: id, username: "corner.shop" },
  };
  return { take: () => pick(known[graph.kind], fields) };
}

function subscribe({ graph }: Account, query: Record<string, string>): Decided {
  const fields = (query.subscribed_fields ?? "").split(",");
  const unknown = fields.find((field) => !subscribable[graph.kind].includes(field));
  if (unknown !== undefined) return fault(100, `Param subscribed_fields[0] must be one of {…}: ${unknown}`);
  return {
    take() {
      graph.subscribed = fields;
      return { success: true };
    },
  };
}

function subscriptions({ graph }: Account): Item {
  return { data: graph.subscribed.length === 0 ? [] : [{ id: "app", subscribed_fields: graph.subscribed }] };
}

function changeProfile({ graph, schemas, profileCalls }: Account, { method, query, body }: Call): Decided {
  while (profileCalls[0] !== undefined && profileCalls[0] < graph.now() - 600_000) profileCalls.shift();
  if (profileCalls.push(graph.now()) > 10) return fault(613, "Calls to this api have exceeded the rate limit.");
  if (graph.kind !== "messenger" && query.platform !== "instagram") return fault(100, "platform must be instagram");
  const schema = method === "POST" ? schemas.profile : schemas.removal;
  const parsed = schema.safeParse(body);
  if (!parsed.success) return fault(100, parsed.error.issues[0]?.message ?? "");
  const { platform: _, ...given } = body;
  const next = method === "POST" ? { ...graph.profile, ...given } : without(graph.profile, given.fields as string[]);
  if (graph.kind === "messenger" && next.persistent_menu && !next.get_started)
    return fault(100, "You must set a Get Started button");
  return {
    take() {
      graph.profile = next;
      return { result: "success" };
    },
  };
}

function person({ graph }: Account, id: string, { fields = "" }: Record<string, string>): Decided {
  const known = graph.people.get(id);
  if (!known) return fault(100, "Unsupported get request.", 33);
  return { take: () => pick(known.facts ?? {}, fields) };
}

const pick = (facts: Item, fields: string) =>
  Object.fromEntries(fields.split(",").flatMap((name) => (name in facts ? [[name, facts[name]]] : [])));

const without = (profile: Item, fields: string[]) =>
  Object.fromEntries(Object.entries(profile).filter(([name]) => !fields.includes(name)));
