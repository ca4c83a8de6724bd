import { type ChannelType, channelFacts } from "@banter/core/channels/index.ts";
import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import { callGraph } from "../graph.ts";
import { graphOf, type MetaApp } from "./app.ts";

/**
 * Has Meta send the app's webhooks of a channel to the address, unless it does already. Meta verifies the address before
 * it answers. Fields that the operator has subscribed to by hand stay.
 * https://developers.facebook.com/docs/graph-api/reference/app/subscriptions
 */
export async function setAppWebhook(
  app: MetaApp,
  channel: ChannelType,
  { url, verifyToken }: { url: string; verifyToken: string },
): Promise<void> {
  const object = channel === "instagram" ? "instagram" : "page";
  const graph = graphOf(app, `${app.id}|${app.secret}`);
  const path = `${app.id}/subscriptions`;
  const { body } = await callGraph(graph, { method: "GET", path });
  const current = Array.isArray(body.data)
    ? body.data.filter(isObject).find((entry) => entry.object === object)
    : undefined;
  const wanted = channelFacts[channel].dashboardFields ?? [];
  const subscribed = fieldsOf(current);
  const isThere = current?.callback_url === url && current.active !== false;
  if (isThere && wanted.every((field) => subscribed.includes(field))) return;
  const fields = [...new Set([...subscribed, ...wanted])].join(",");
  const query = { object, callback_url: url, verify_token: verifyToken, fields, include_values: "true" };
  await callGraph(graph, { method: "POST", path, query });
}

/** Meta lists fields by name, or as objects with their version. */
function fieldsOf(subscription: JsonObject | undefined): string[] {
  const fields = Array.isArray(subscription?.fields) ? subscription.fields : [];
  return fields.flatMap((field) => (isObject(field) ? String(field.name) : typeof field === "string" ? field : []));
}
