import { randomBytes, timingSafeEqual } from "node:crypto";
import { isContact } from "@banter/core/channels/contact.ts";
import { type HookMapping, type MappedCall, mapCall } from "@banter/core/events/hook-mapping.ts";
import { answers } from "@banter/core/flow/answers/index.ts";
import { isOwnField } from "@banter/core/flow/fields/customer-fields.ts";
import { AppError, type Fault, invalidFields, notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { listCustomFields } from "../../store/catalog/custom-fields.ts";
import { findFlow } from "../../store/catalog/flows.ts";
import { findPage } from "../../store/catalog/pages.ts";
import { findByTerms, listWholeCustomers } from "../../store/customers/customer-rows.ts";
import { isErased } from "../../store/customers/erased-customers.ts";
import { type Db, nextIds } from "../../store/db/db.ts";
import { type CallOutcome, deleteCallsOf, insertCall } from "../../store/events/incoming-calls.ts";
import {
  deleteHook,
  findHook,
  type IncomingHook,
  insertHook,
  listHooks,
  replaceSecret,
  updateHook,
} from "../../store/events/incoming-hooks.ts";
import { emailTerm, exactQuery, phoneTerm } from "../customers/terms.ts";
import { hashToken } from "../hashes.ts";

const maxHooks = 50;

/** Creates a hook. Its address holds a secret, and is shown once. */
export function createHook(
  deps: Pick<Deps, "db" | "baseUrl">,
  pageId: string,
  { name, mapping }: { name: string; mapping: HookMapping },
): Promise<{ hook: IncomingHook; url: string }> {
  return deps.db.transact(async (db) => {
    await checkMapping(db, pageId, mapping);
    if ((await listHooks(db, pageId)).length >= maxHooks)
      throw new AppError("conflict", `A page has at most ${maxHooks} incoming hooks.`);
    const [id = 0] = await nextIds(db, 1);
    const secret = newSecret();
    await insertHook(db, pageId, { id, name, mapping, secretHash: hashToken(secret) });
    return { hook: await getHook(db, pageId, id), url: addressOf(deps, pageId, id, secret) };
  });
}

export function changeHook(
  { db }: Pick<Deps, "db">,
  pageId: string,
  id: number,
  change: { name?: string | undefined; mapping?: HookMapping | undefined; is_on?: boolean | undefined },
): Promise<IncomingHook> {
  return db.transact(async (db) => {
    const before = await getHook(db, pageId, id);
    if (change.mapping) await checkMapping(db, pageId, change.mapping);
    const { name = before.name, mapping = before.mapping, is_on: isOn = before.isOn } = change;
    await updateHook(db, pageId, { id, name, mapping, isOn });
    return getHook(db, pageId, id);
  });
}

export function removeHook({ db }: Pick<Deps, "db">, pageId: string, id: number): Promise<IncomingHook> {
  return db.transact(async (db) => {
    const hook = await getHook(db, pageId, id);
    await deleteHook(db, pageId, id);
    await deleteCallsOf(db, pageId, id);
    return hook;
  });
}

/** Gives the hook another address. Calls of the old one fail from now on. */
export async function replaceAddress(
  deps: Pick<Deps, "db" | "baseUrl">,
  pageId: string,
  id: number,
): Promise<{ hook: IncomingHook; url: string }> {
  const hook = await getHook(deps.db, pageId, id);
  const secret = newSecret();
  await replaceSecret(deps.db, pageId, id, hashToken(secret));
  return { hook, url: addressOf(deps, pageId, id, secret) };
}

export async function getHook(db: Db, pageId: string, id: number): Promise<IncomingHook> {
  const hook = await findHook(db, pageId, id);
  if (!hook) throw notFound("hook");
  const { secretHash: _, ...shown } = hook;
  return shown;
}

/** A hook as members and programs see it. */
export const hookForm = ({ id, name, mapping, isOn, createdAt }: IncomingHook) => ({
  ...{ id, name, mapping },
  is_on: isOn,
  created_at: createdAt,
});

const newSecret = () => randomBytes(24).toString("base64url");

const addressOf = ({ baseUrl }: Pick<Deps, "baseUrl">, pageId: string, id: number, secret: string) =>
  `${baseUrl()}/hooks/${pageId}/${id}/${secret}`;

/** A mapping names only what is on the page, or a slip of the pen would lose values silently. */
async function checkMapping(db: Db, pageId: string, { fields, flow_id }: HookMapping): Promise<void> {
  const known = new Set((await listCustomFields(db, pageId)).map(({ name }) => name));
  const faults: Fault[] = fields.flatMap(({ field }, index) =>
    known.has(field) || isOwnField(field)
      ? []
      : [{ path: `/mapping/fields/${index}/field`, message: "must be a field of the page" }],
  );
  if (flow_id !== null && !(await findFlow(db, pageId, flow_id)))
    faults.push({ path: "/mapping/flow_id", message: "must be a flow of the page" });
  if (faults.length > 0) throw invalidFields(faults);
}

/** Tells what a call would do, without doing it. */
export async function tryCall(db: Db, pageId: string, mapping: HookMapping, text: string) {
  const mapped = mapCall(mapping, parsed(text));
  return { ...mapped, psid: mapped.customer === null ? null : await findMeant(db, pageId, mapping, mapped.customer) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("malformed_request", "The body is not JSON.");
  }
}

/** `mayCall` throws if the page was called too often. It is asked once the secret is known to be right. */
type CalledHook = { pageId: string; hookId: number; secret: string; mayCall: () => Promise<void> };

type TakenCall = { accepted: boolean; reason?: Exclude<CallOutcome, "taken"> };

/** Longer bodies are cut in the list of calls. */
const maxShownBody = 8000;

/**
 * Takes a call of another program: the customer's turn fills the fields, counts the goal and starts the flow. It is
 * stored before it is answered. `key` makes a call that comes again one call.
 */
export async function takeCall(
  deps: Pick<Deps, "db" | "accept">,
  { pageId, hookId, secret, mayCall }: CalledHook,
  { body, key }: { body: unknown; key: string | undefined },
): Promise<TakenCall> {
  const { db, accept } = deps;
  const hook = await findHook(db, pageId, hookId);
  if (!hook || !timingSafeEqual(hook.secretHash, hashToken(secret))) throw notFound("hook");
  await mayCall();
  const mapped: MappedCall = mapCall(hook.mapping, body);
  const psid = mapped.customer === null ? null : await findMeant(db, pageId, hook.mapping, mapped.customer);
  const refused: Exclude<CallOutcome, "taken"> | undefined = !hook.isOn
    ? "off"
    : mapped.customer === null
      ? "customer_missing"
      : psid === null
        ? "customer_not_found"
        : undefined;
  if (psid !== null && !refused)
    await accept({
      ...{ pageId, psid },
      event: { type: "hook", hookId, fields: mapped.fields, goal: mapped.goal, flowId: hook.mapping.flow_id },
      ...(key !== undefined && { key: `hook ${hookId} ${key}` }),
    });
  const shown = JSON.stringify(body ?? null, null, 2)
    .slice(0, maxShownBody)
    .toWellFormed();
  const isGone = psid !== null && (await isErased(db, pageId, psid));
  await insertCall(db, pageId, hookId, {
    ...{ psid: isGone ? null : psid, outcome: refused ?? "taken", body: isGone ? "" : shown },
  });
  return refused ? { accepted: false, reason: refused } : { accepted: true };
}

/** The customer with this psid, phone number or e-mail address. One with a chat goes before a contact. */
async function findMeant(db: Db, pageId: string, { customer }: HookMapping, given: string): Promise<string | null> {
  if (customer.by === "psid") return (await listWholeCustomers(db, pageId, [given.slice(0, 200)]))[0]?.psid ?? null;
  const term = customer.by === "email" ? emailTerm(given) : await phoneTermOf(db, pageId, given);
  if (term === undefined) return null;
  const [found = []] = await findByTerms(db, [{ pageId, query: exactQuery(pageId, term) }], maxFound);
  // The index is a moment behind: the rows decide.
  const rows = await listWholeCustomers(db, pageId, found);
  const isMeant = ({ email, phone }: { email: string | null; phone: string | null }) =>
    customer.by === "email" ? email !== null && emailTerm(email) === term : phone !== null && phoneTerm(phone) === term;
  const meant = rows.filter((row) => isMeant(row) && row.state?.joinedTo === undefined);
  const [first] = meant.toSorted((one, other) => Number(isContact(one.psid)) - Number(isContact(other.psid)));
  return first?.psid ?? null;
}

const maxFound = 20;

/** A national number is read as one of the page's country. */
async function phoneTermOf(db: Db, pageId: string, given: string): Promise<string | undefined> {
  const page = await findPage(db, pageId);
  const phone = answers.phone(given, { locale: null, zones: [page?.timezone ?? null] });
  return phone === undefined ? undefined : phoneTerm(phone);
}
