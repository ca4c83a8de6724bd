import { subscribable } from "../graph/requests.ts";
import { type Decided, type Facebook, fault, type LoginCall, personTokens } from "./stand-in.ts";

/** The edges of the app: its tokens and its webhooks. Undefined for any other edge. */
export async function answerApp(facebook: Facebook, call: LoginCall): Promise<Decided | undefined> {
  if (call.path === "oauth/access_token") return call.method === "GET" ? giveToken(facebook, call.query) : unknownPath;
  if (call.path === `${facebook.app.id}/subscriptions`) return changeWebhooks(facebook, call);
  return undefined;
}

const unknownPath = fault(2500, "Unknown path components");

/** Names of the documentation's list, as far as messaging needs them. */
export const isKnownPermission = (name: string): boolean =>
  [
    ...["pages_show_list", "pages_messaging", "pages_manage_metadata", "pages_read_engagement", "business_management"],
    ...["pages_manage_engagement", "pages_read_user_content", "instagram_basic", "instagram_manage_messages"],
    ...["instagram_manage_comments", "page_utility_messaging", "public_profile"],
  ].includes(name);

function giveToken({ app, codes }: Facebook, query: Record<string, string>): Decided {
  const { client_id, client_secret, grant_type, code = "", redirect_uri, fb_exchange_token: exchanged } = query;
  if (client_id !== app.id) return fault(101, "Error validating application. Cannot get application info.");
  if (client_secret !== app.secret) return fault(1, "Error validating client secret.");
  if (grant_type === "fb_exchange_token") {
    if (exchanged !== personTokens.short) return fault(190, "Invalid OAuth access token.");
    return { body: { access_token: personTokens.long, token_type: "bearer", expires_in: 5_183_944 } };
  }
  const madeFor = codes.get(code);
  if (madeFor === undefined) return fault(100, "This authorization code has been used.", 36009);
  if (madeFor !== redirect_uri)
    return fault(100, "Please make sure your redirect_uri is identical to the one you used in the dialog.", 36008);
  codes.delete(code);
  return { body: { access_token: personTokens.short, token_type: "bearer", expires_in: 5100 } };
}

/** The fields of each object of the app's webhooks. */
const webhookFields: Record<string, string[]> = {
  page: subscribable.messenger,
  instagram: subscribable.instagram_login,
};

async function changeWebhooks(facebook: Facebook, { method, query }: LoginCall): Promise<Decided> {
  const { app, subscriptions } = facebook;
  if (query.access_token !== `${app.id}|${app.secret}`)
    return fault(15, "This method must be called with an app access_token.");
  if (method === "GET") {
    const data = [...subscriptions].map(([object, { callback_url, fields }]) => ({
      ...{ object, callback_url, active: true },
      fields: fields.map((name) => ({ name, version: "v25.0" })),
    }));
    return { body: { data } };
  }
  const { object = "", callback_url = "", verify_token = "" } = query;
  const fields = (query.fields ?? "").split(",");
  const unknown = fields.find((field) => !webhookFields[object]?.includes(field));
  if (unknown !== undefined) return fault(100, `Invalid parameter: fields has ${unknown}`);
  if (!(await isVerified(callback_url, verify_token)))
    return fault(2200, "Callback verification failed with the following errors: HTTP Status Code = 403");
  subscriptions.set(object, { callback_url, fields });
  for (const { graph, instagramGraph } of facebook.pages) {
    const sending = object === "page" ? graph : instagramGraph;
    if (sending) sending.webhookUrl = callback_url;
  }
  return { body: { success: true } };
}

async function isVerified(address: string, token: string): Promise<boolean> {
  const query = { "hub.mode": "subscribe", "hub.verify_token": token, "hub.challenge": "1158201444" };
  const answered = await fetch(`${address}?${new URLSearchParams(query)}`);
  return answered.status === 200 && (await answered.text()) === "1158201444";
}
