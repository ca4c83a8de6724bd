import { createHash, randomBytes, randomInt } from "node:crypto";
import type { VisitBody } from "@banter/core/api/webchat.ts";
import { ownChannel } from "@banter/core/channels/index.ts";
import { listPressables } from "@banter/core/flow/outgoing.ts";
import { AppError, invalidFields, notFound } from "@banter/core/model/error.ts";
import { parsePressPayload } from "@banter/core/model/press-payload.ts";
import type { Deps } from "../../deps.ts";
import { listIceBreakers } from "../../store/catalog/ice-breakers.ts";
import { listMenuItems } from "../../store/catalog/menu-items.ts";
import { findPage, type Page } from "../../store/catalog/pages.ts";
import { completeProfile, insertVisitor, type Profile } from "../../store/conversations/customers.ts";
import { listMessagesById } from "../../store/conversations/messages.ts";

export type Visitor = { pageId: string; psid: string };

/** Finds the visitor of a token again, or makes a new one. A `ref` starts its growth tool's flow. */
export async function visit(
  deps: Deps,
  pageId: string,
  body: VisitBody,
  token: string | undefined,
): Promise<Visitor & { token: string }> {
  await getWebchatPage(deps, pageId);
  const known = token === undefined ? undefined : await findVisitor(deps, pageId, token);
  const visitor = known && token ? { ...known, token } : await makeVisitor(deps, pageId, profileOf(body));
  if (known && body) await completeProfile(deps.db, pageId, known.psid, profileOf(body));
  if (body?.ref !== undefined) {
    const event = { type: "referral" as const, ref: body.ref, ...(body.ad_id && { adId: body.ad_id }) };
    await deps.accept({ pageId, psid: visitor.psid, event });
  }
  return visitor;
}

/** The visitor a token belongs to. Its first part says who, the second proves it. */
export async function findVisitor(
  { lookups }: Pick<Deps, "lookups">,
  pageId: string,
  token: string,
): Promise<Visitor | undefined> {
  const psid = /^(web_[0-9]{1,16})\.[A-Za-z0-9_-]{43}$/.exec(token)?.[1];
  return psid && (await lookups.isVisitorToken(pageId, psid, hashOf(token))) ? { pageId, psid } : undefined;
}

export async function getWebchatPage({ db }: Pick<Deps, "db">, pageId: string): Promise<Page> {
  const page = await findPage(db, pageId);
  if (page?.channel !== ownChannel) throw notFound("page");
  return page;
}

/** Something a visitor wrote or pressed; stored for good when this returns. */
export async function hear(
  deps: Deps,
  { pageId, psid }: Visitor,
  said: { text?: string | undefined; payload?: string | undefined },
  key: string | undefined,
): Promise<void> {
  if (said.payload !== undefined && !(await isOffered(deps, { pageId, psid }, said.payload))) {
    throw invalidFields([{ path: "/payload", message: "must be a payload that the page has offered" }]);
  }
  const mark = key === undefined ? {} : { key };
  const event =
    said.payload === undefined
      ? { type: "message" as const, text: said.text ?? "", ...mark }
      : { type: "payload" as const, payload: said.payload, ...mark };
  const bodyHash = createHash("sha256").update(JSON.stringify(said)).digest();
  await deps.accept({ pageId, psid, event, ...(key !== undefined && { key: `web ${psid} ${key}`, bodyHash }) });
}

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

async function makeVisitor({ db }: Deps, pageId: string, profile: Profile): Promise<Visitor & { token: string }> {
  const psid = `web_${randomInt(10 ** 14, 2 * 10 ** 14)}`;
  const token = `${psid}.${randomBytes(32).toString("base64url")}`;
  await insertVisitor(db, pageId, { psid, tokenHash: hashOf(token), profile });
  return { pageId, psid, token };
}

function profileOf(body: VisitBody): Profile {
  return {
    firstName: body?.first_name,
    lastName: body?.last_name,
    email: body?.email,
    phone: body?.phone,
    locale: body?.locale,
    timezone: body?.timezone,
    adId: body?.ad_id,
  } as Profile;
}

const hashOf = (token: string) => createHash("sha256").update(token).digest();

export const visitorUnknown = () =>
  new AppError("unauthorized", "The visitor token is missing or not valid for this page.");
