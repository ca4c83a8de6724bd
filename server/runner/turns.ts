import type { Effect } from "@banter/core/flow/effect.ts";
import type { ConversationEvent } from "@banter/core/flow/event.ts";
import { NeedsDocument } from "@banter/core/flow/page-setup.ts";
import type { Trace } from "@banter/core/flow/trace.ts";
import { takeTurn } from "@banter/core/flow/turn.ts";
import type { Logger } from "pino";
import type { DeletionEvent, MailEvent } from "../mailbox/event.ts";
import type { DueMail } from "../store/claim.ts";
import type { Db } from "../store/db.ts";
import { lookUp, meaningOf } from "./meaning.ts";
import { isDeleted, noReports, type Reports } from "./reports.ts";
import type { DocumentCache, LoadedSetup } from "./setup.ts";
import { carried, reached, spoken, told, type Working, workingOf } from "./working.ts";

/** What a batch of due mail has led to, before ids are given and anything is stored. */
export type TurnResults = Reports & {
  customers: Map<string, Working>;
  turns: TakenTurn[];
  /** Who has written for the first time. */
  newcomers: string[];
};

export type TakenTurn = { psid: string; event: ConversationEvent; effects: Effect[]; trace: Trace };

type Turning = { db: Db; pageId: string; loaded: LoadedSetup; documents: DocumentCache; log: Logger };

/**
 * Takes the turns of due mail in order, each on the state that the one before it left. Stores nothing. `left` is how the
 * batch before this one left its customers, where the mail was read before that was stored.
 */
export async function takeTurns(
  page: Turning,
  due: DueMail[],
  left: ReadonlyMap<string, Working>,
): Promise<TurnResults> {
  const results: TurnResults = { customers: new Map(), turns: [], newcomers: [], ...noReports() };
  const known = await lookUp(page, due);
  for (const mail of due) {
    const { facts, ...event } = mail.event as MailEvent;
    const find = () => results.customers.get(mail.psid) ?? carried(left, mail.psid) ?? workingOf(mail);
    if (event.type === "reach" || event.type === "facts") {
      const before = find();
      // Nobody is made a customer by what is said of them.
      if (!mail.known && before.isNew && !results.customers.has(mail.psid)) continue;
      results.customers.set(mail.psid, event.type === "facts" ? told(before, facts) : reached(before, event));
      continue;
    }
    if (event.type === "deletion") redact(results, mail.psid, event);
    const meant = meaningOf(page, mail, event, known, results);
    if (meant) await turn(page, mail, meant, results, told(find(), facts));
  }
  return results;
}

async function turn(
  page: Turning,
  mail: DueMail,
  event: ConversationEvent,
  results: TurnResults,
  before: Working,
): Promise<void> {
  const { customer, state } = before;
  const input = { setup: page.loaded.setup, customer, state, event, now: mail.now, random: Math.random };
  for (;;) {
    try {
      const { customer, state, effects, trace } = takeTurn(input);
      results.customers.set(mail.psid, { ...before, customer, state, ...(isInput(event) && spoken(before, mail.now)) });
      if (isInput(event) && before.lastInputAt === null) results.newcomers.push(mail.psid);
      results.turns.push({ psid: mail.psid, event, effects, trace });
      return;
    } catch (error) {
      if (error instanceof NeedsDocument) {
        await page.documents.load(error.flowId, error.version);
        continue;
      }
      // A fault of ours must not hold up the customer or the page: the event is kept with its reason, and life goes on.
      page.log.error({ err: error, pageId: page.pageId, mailId: mail.id }, "turn failed");
      results.turns.push({ psid: mail.psid, event, effects: [], trace: { outcome: "failed" } });
      return;
    }
  }
}

const isInput = ({ type }: ConversationEvent) => type === "message" || type === "press" || type === "referral";

/** What was taken back before its turn is stored. */
function redact({ turns }: TurnResults, psid: string, deletion: DeletionEvent): void {
  for (const turn of turns) {
    if (turn.psid !== psid || !isDeleted(turn.event, deletion)) continue;
    turn.event = { type: "message", text: "", key: deletion.platformId, isDeleted: true };
    turn.trace = { outcome: turn.trace.outcome };
  }
}
