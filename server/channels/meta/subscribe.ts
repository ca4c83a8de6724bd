import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import { SendError } from "../../outbound/send-error.ts";
import { callGraph, type Graph, GraphRefusal } from "./graph.ts";

/**
 * Refuses a token of another account: it would answer the wrong people, and would let anybody with a token of their own
 * take the page of an account that is not theirs. `field` holds the account's id. Webhook addresses end with the id of
 * our page.
 */
export async function checkOwner(graph: Graph, field: string, webhookUrl: string): Promise<void> {
  const wanted = /([0-9]+)$/.exec(webhookUrl)?.[1];
  const { id } = await fetchOwner(graph, field);
  if (id !== wanted) {
    throw new SendError("bad_settings", `The access token belongs to account ${id}, not to this page.`);
  }
}

/** The account whose token it is. `field` holds its id, `nameField` its name. */
export async function fetchOwner(
  graph: Graph,
  field: string,
  nameField?: string,
): Promise<{ id: string; name?: string | undefined }> {
  const self = await findSelf(graph, nameField === undefined ? field : `${field},${nameField}`);
  const id = idIn(self, field);
  if (id === undefined) {
    throw new SendError(
      "bad_settings",
      `Meta does not say which account the access token belongs to (${field}): it lacks a permission or an account.`,
    );
  }
  const name = nameField === undefined ? undefined : self[nameField];
  return { id, name: typeof name === "string" && name !== "" ? name : undefined };
}

async function findSelf(graph: Graph, fields: string): Promise<JsonObject> {
  try {
    return (await callGraph(graph, { method: "GET", path: "me", query: { fields } })).body;
  } catch (error) {
    if (error instanceof GraphRefusal && error.error.code !== 190) return {};
    throw error;
  }
}

/** `"id": "104"`, or `"instagram_business_account": { "id": "178" }`. */
function idIn(self: JsonObject, field: string): string | undefined {
  const value = self[field];
  const id = isObject(value) ? value.id : value;
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

/** Tells which of the fields Meta does not send events of, without a change. */
export async function checkSubscription(graph: Graph, fields: readonly string[]): Promise<string[]> {
  const { body } = await callGraph(graph, { method: "GET", path: "me/subscribed_apps" });
  const apps = Array.isArray(body.data) ? body.data.filter(isObject) : [];
  const subscribed = apps.flatMap((app) => (Array.isArray(app.subscribed_fields) ? app.subscribed_fields : []));
  const missing = fields.filter((field) => !subscribed.includes(field));
  if (missing.length === 0) return [];
  const what = missing.length === fields.length ? "no events of this page" : `no ${missing.join(", ")}`;
  return [`Meta sends ${what}: connect the page again.`];
}

/**
 * Has Meta send the account's events to the app. This fails if the token may not be used for messaging. A token without
 * the permissions for comments, or an account without the newest fields, gets all other events: `checkSubscription`
 * names what is missing.
 */
export async function subscribe(graph: Graph, fields: readonly string[]): Promise<void> {
  const established = fields.filter((field) => !newFields.has(field));
  const needed = established.filter((field) => !commentFields.has(field));
  const choices = [fields, established, needed];
  for (const [index, choice] of choices.entries()) {
    if (choice.length === choices[index + 1]?.length) continue;
    try {
      return await subscribeTo(graph, choice);
    } catch (error) {
      const isOther = !(error instanceof GraphRefusal) || error.error.code === 190;
      if (isOther || choice === needed) throw error;
    }
  }
}

const newFields: ReadonlySet<string> = new Set(["business_integrity"]);
const commentFields: ReadonlySet<string> = new Set(["feed", "comments", "live_comments"]);

async function subscribeTo(graph: Graph, fields: readonly string[]): Promise<void> {
  const query = { subscribed_fields: fields.join(",") };
  const { body } = await callGraph(graph, { method: "POST", path: "me/subscribed_apps", query });
  // The documentation shows it both ways.
  if (body.success !== true && body.success !== "true") {
    throw new SendError("bad_settings", "Meta did not subscribe the app to the page.");
  }
}
