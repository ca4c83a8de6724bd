import { BoundedMap } from "@banter/core/model/limits/bounded-map.ts";
import { z } from "zod";
import { SendError } from "../../outbound/send-error.ts";
import type { Delivered } from "../outbound.ts";
import { sendQuoting } from "../quote.ts";
import { recipientOf } from "./address.ts";
import { refusalOf } from "./errors.ts";
import { callCloud, Refused } from "./graph.ts";
import type { Call } from "./render.ts";
import type { Settings } from "./settings.ts";
import { completeTemplate, isNumber, TemplateDefinition, type TemplateNeeds } from "./template/template.ts";

/** An accepted message is not sent yet: its statuses report that later. The same reaction twice is one. */
export function deliver(call: Call, settings: Settings): Promise<Delivered> {
  const { context, ...plain } = call.request;
  return sendQuoting(
    () => sendCall(call, settings),
    context === undefined ? undefined : () => sendCall({ ...call, request: plain }, settings),
  );
}

async function sendCall({ request, template }: Call, settings: Settings): Promise<Delivered> {
  const { whole, notes } = template
    ? completeTemplate(request, template, await definitionOf(template, settings))
    : { whole: request, notes: [] };
  const send = () => callCloud(settings, `${settings.phoneNumberId}/messages`, whole, true);
  const { body, usage } = await send().catch((error) => {
    if (error instanceof Refused && refusalOf(error.code).mayRetryOnce) return send();
    throw error;
  });
  const platformId = Taken.safeParse(body).data?.messages[0]?.id ?? null;
  const once = request.type === "reaction" && { isOnce: true as const };
  return { platformId, ...(usage !== undefined && { usage }), ...(notes.length > 0 && { notes }), ...once };
}

/** WhatsApp shows it below a message of the customer, which is marked as read. */
export async function showTyping(_psid: string, settings: Settings, lastKey: () => Promise<string | null>) {
  const [id] = (await lastKey())?.split(" ") ?? [];
  if (id === undefined) return;
  const typing = { status: "read", message_id: id, typing_indicator: { type: "text" } };
  await callCloud(settings, `${settings.phoneNumberId}/messages`, { messaging_product: "whatsapp", ...typing });
}

/** WhatsApp marks this message and all before it as read. */
export async function markSeen(_psid: string, settings: Settings, lastKey: string | null): Promise<void> {
  const [id] = lastKey?.split(" ") ?? [];
  if (id === undefined) return;
  const read = { messaging_product: "whatsapp", status: "read", message_id: id };
  await callCloud(settings, `${settings.phoneNumberId}/messages`, read);
}

/**
 * Takes a conversation from the app that has it. WhatsApp lets only the app do this that the number's settings name for
 * it. 10 and 200 must not disconnect the page: it may still send.
 */
export async function takeControl(psid: string, settings: Settings): Promise<void> {
  const taking = { messaging_product: "whatsapp", action: "take", ...recipientOf(psid) };
  try {
    await callCloud(settings, `${settings.phoneNumberId}/thread_control`, taking);
  } catch (error) {
    throw error instanceof Refused && notAllowed.has(error.code) ? new SendError("rejected", keepsControl) : error;
  }
}

const notAllowed: ReadonlySet<number> = new Set([10, 100, 200]);

const keepsControl =
  "Meta lets only the number's app for escalations take a conversation. Write to the customer: a message of yours takes" +
  " it as well.";

const Taken = z.object({ messages: z.array(z.object({ id: z.string() })) });

const maxAgeMs = 10 * 60_000;
const maxCached = 1000;
const definitions = new BoundedMap<string, { at: number; definition: TemplateDefinition }>(maxCached);

/**
 * The definition of a template, by its number or by its name in the account, cached because definitions rarely change.
 */
async function definitionOf({ id, language }: TemplateNeeds, settings: Settings): Promise<TemplateDefinition> {
  const { baseUrl, businessAccountId } = settings;
  const key = `${baseUrl} ${businessAccountId} ${id} ${language}`;
  const known = definitions.get(key);
  if (known && performance.now() - known.at < maxAgeMs) return known.definition;

  const definition = await (isNumber(id) ? byNumber(id, settings) : byName(id, language, settings));
  definitions.set(key, { at: performance.now(), definition });
  return definition;
}

const fields = "fields=name,language,status,components";

async function byNumber(id: string, settings: Settings): Promise<TemplateDefinition> {
  const { body } = await callCloud(settings, `${id}?${fields}`, undefined, true);
  return TemplateDefinition.safeParse(body).data ?? missing();
}

async function byName(name: string, language: string, settings: Settings): Promise<TemplateDefinition> {
  const query = `name=${encodeURIComponent(name)}&language=${encodeURIComponent(language)}&${fields}`;
  const path = `${settings.businessAccountId}/message_templates?${query}`;
  const { body } = await callCloud(settings, path, undefined, true);
  // WhatsApp returns every template whose name contains this one.
  const found = Found.safeParse(body).data?.data.find((each) => each.name === name && each.language === language);
  return found ?? missing();
}

const Found = z.object({ data: z.array(TemplateDefinition.extend({ language: z.string() })) });

function missing(): never {
  throw new SendError("rejected", "There is no such template in this language.");
}
