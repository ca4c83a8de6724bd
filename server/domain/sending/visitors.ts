import { randomBytes, randomInt } from "node:crypto";
import type { ShownForm } from "@banter/core/api/prechat-form.ts";
import type { MessageBody, VisitBody } from "@banter/core/api/webchat.ts";
import { ownChannel } from "@banter/core/channels/index.ts";
import type { CustomerProfile } from "@banter/core/flow/mail-event.ts";
import { listPressables } from "@banter/core/flow/outgoing.ts";
import { AppError, invalidFields, notFound } from "@banter/core/model/error.ts";
import { parsePressPayload } from "@banter/core/model/press-payload.ts";
import type { Deps } from "../../deps.ts";
import { listIceBreakers } from "../../store/catalog/ice-breakers.ts";
import { listMenuItems } from "../../store/catalog/menu-items.ts";
import { findPage, type Page } from "../../store/catalog/pages.ts";
import { insertVisitor, type ProfileRow } from "../../store/runtime/customers.ts";
import { listMessagesById } from "../../store/runtime/messages/messages.ts";
import { hashRequest, hashToken } from "../hashes.ts";
import { getSentFile } from "../media/visitor-files.ts";
import { findOpenForm, requireForm } from "./prechat-form.ts";

export type Visitor = { pageId: string; psid: string };

/**
 * Finds the visitor of a token, or creates a new visitor. A `ref` starts the flow of its growth tool, unless the visitor
 * has a form to fill in first. `beforeNew` throws if no visitor may be added now; a known one is always let in.
 */
export async function visit(
  deps: Deps,
  pageId: string,
  { body, token, beforeNew }: { body: VisitBody; token: string | undefined; beforeNew: () => void },
): Promise<Visitor & { token: string; form: ShownForm | null }> {
  await getWebchatPage(deps, pageId);
  const known = token === undefined ? undefined : await findVisitor(deps, pageId, token);
  if (!known) beforeNew();
  const visitor = known && token ? { ...known, token } : await createVisitor(deps, pageId, profileOf(body));
  if (known && body) await completeProfile(deps, known, profileOf(body));
  const form = await findOpenForm(deps, visitor);
  if (body?.ref !== undefined && !form) {
    const event = { type: "referral" as const, ref: body.ref, ...(body.ad_id && { adId: body.ad_id }) };
    await deps.accept({ pageId, psid: visitor.psid, event });
  }
  return { ...visitor, form };
}

/** The page greets a visitor who has opened the chat and seen nothing there, if its owner wants that. */
export async function welcomeVisitor(deps: Deps, { pageId, psid }: Visitor): Promise<void> {
  const page = await deps.lookups.page(pageId);
  if (!page?.welcomesOnOpen || page.welcomeFlowId === null) return;
  await deps.accept({ pageId, psid, event: { type: "opened" } });
}

/** A token is the visitor's id, a dot and a secret: `web_123.Jx…`. */
export async function findVisitor(
  { lookups }: Pick<Deps, "lookups">,
  pageId: string,
  token: string,
): Promise<Visitor | undefined> {
  const psid = /^(web_[0-9]{1,16})\.[A-Za-z0-9_-]{43}$/.exec(token)?.[1];
  return psid && (await lookups.isVisitorToken(pageId, psid, hashToken(token))) ? { pageId, psid } : undefined;
}

export async function getWebchatPage({ db }: Pick<Deps, "db">, pageId: string): Promise<Page> {
  const page = await findPage(db, pageId);
  if (page?.channel !== ownChannel) throw notFound("page");
  return page;
}

/** Accepts a text, a press or a file of a visitor. Resolves when it is stored durably. `key` is the idempotency key. */
export async function acceptMessage(
  deps: Deps,
  { pageId, psid }: Visitor,
  message: MessageBody,
  key: string | undefined,
): Promise<void> {
  await requireForm(deps, { pageId, psid });
  const { text = "", payload, file_id: fileId } = message;
  if (payload !== undefined && !(await isOffered(deps, { pageId, psid }, payload))) {
    throw invalidFields([{ path: "/payload", message: "must be a payload that the page has offered" }]);
  }
  const attachments = fileId === undefined ? {} : { attachments: [await getSentFile(deps, { pageId, psid }, fileId)] };
  const eventKey = key === undefined ? {} : { key };
  const event =
    payload === undefined
      ? { type: "message" as const, text, ...attachments, ...eventKey }
      : { type: "payload" as const, payload, ...eventKey };
  const mailKey = key === undefined ? {} : { key: `web ${psid} ${key}`, bodyHash: hashRequest(message) };
  await deps.accept({ pageId, psid, event, ...mailKey });
}

/** Guards against made-up payloads: the page must show the item, or must have sent the button to this visitor. */
async function isOffered({ db }: Deps, { pageId, psid }: Visitor, payload: string): Promise<boolean> {
  const pressed = parsePressPayload(payload);
  if (pressed?.type === "message") {
    const [message] = await listMessagesById(db, pageId, [pressed.messageId]);
    return message?.psid === psid && listPressables(message.content)[pressed.index]?.type === "press";
  }
  if (pressed?.type !== "menu" && pressed?.type !== "ice_breaker") return false;
  const items = pressed.type === "menu" ? await listMenuItems(db, pageId) : await listIceBreakers(db, pageId);
  return items.some(({ id, flowId }) => id === pressed.id && flowId !== null);
}

async function createVisitor({ db }: Deps, pageId: string, profile: ProfileRow): Promise<Visitor & { token: string }> {
  const psid = `web_${randomInt(10 ** 14, 2 * 10 ** 14)}`;
  const token = `${psid}.${randomBytes(32).toString("base64url")}`;
  const isStored = await insertVisitor(db, pageId, { psid, tokenHash: hashToken(token), profile });
  if (!isStored) throw notFound("page");
  return { pageId, psid, token };
}

/** Tells the page's owner what is new about a known visitor: fields that are empty so far, or another ad. */
async function completeProfile({ lookups, accept }: Deps, visitor: Visitor, profile: ProfileRow): Promise<void> {
  const stored = await lookups.recipient(visitor.pageId, visitor.psid);
  if (!stored) return;
  const { adId, ...fields } = profile;
  const names = Object.keys(fields) as (keyof typeof fields)[];
  const facts: CustomerProfile = adId === undefined || adId === stored.adId || adId === null ? {} : { adId };
  for (const name of names) if (fields[name] && stored[name] === null) facts[name] = fields[name];
  if (Object.keys(facts).length > 0) await accept({ ...visitor, event: { type: "facts", facts } });
}

function profileOf(body: VisitBody): ProfileRow {
  return {
    firstName: body?.first_name,
    lastName: body?.last_name,
    email: body?.email,
    phone: body?.phone,
    locale: body?.locale,
    timezone: body?.timezone,
    adId: body?.ad_id,
  } as ProfileRow;
}

export const unknownVisitor = () =>
  new AppError("unauthorized", "The visitor token is missing or not valid for this page.");

/** Members who look at the page's conversations see that the visitor types. Nothing is done while nobody looks. */
export function startTyping({ live }: Pick<Deps, "live">, { pageId, psid }: Visitor): void {
  if (live.isWatched(pageId)) live.setPresence(pageId, { psid, userId: psid, name: "", state: "typing" });
}

export function stopTyping({ live }: Pick<Deps, "live">, { pageId, psid }: Visitor): void {
  const isTyping = live.listPresent(pageId, psid).some(({ user_id }) => user_id === psid);
  if (isTyping) live.setPresence(pageId, { psid, userId: psid, name: "", state: "gone" });
}
