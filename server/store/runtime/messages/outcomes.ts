import type { RenderNote } from "@banter/core/flow/render-note.ts";
import type { Db } from "../../db/db.ts";
import { empty, rowsOfPages, type Sql, sql } from "../../db/sql.ts";
import { insertStateEventsCte } from "../../events/event-deliveries.ts";
import { blockCustomersCte } from "../customers.ts";
import { type DeliveryWatermark, saveWatermarksCte } from "../delivery-watermarks.ts";
import { fence, isFenced, type Lease } from "../leases.ts";
import { type EndedAttempt, insertAttemptsCte } from "../message-attempts.ts";
import { countSentCte } from "../step-statistics.ts";
import { listUndeliveredCte, unlistDeliveredCte } from "../undelivered.ts";

/**
 * How an attempt ended. `errorCode` is the platform's, `notes` name the parts that the channel could not show as they
 * were made. `isOnce`: it was repeated, and the platform has recognised that.
 */
export type Outcome = { id: number; notes?: RenderNote[] } & (
  | { status: "sent"; platformId: string | null; wasUndelivered: boolean; isOnce?: true }
  | {
      status: "queued";
      waitMs: number;
      reason: string | null;
      errorCode?: string;
      mayHaveArrived: boolean;
      taken: string[] | null;
    }
  | { status: "failed"; reason: string; errorCode?: string; blockedBy?: string }
);

export type PageOutcome = Outcome & { pageId: string };

/**
 * Records how attempts of many pages ended, counts the messages that were sent, logs `attempts` and tells the programs of the
 * pages in `told`. Returns the pages that still are this node's; of others nothing is written.
 */
export async function saveOutcomes(
  db: Db,
  leases: Lease[],
  outcomes: PageOutcome[],
  {
    watermarks = [],
    attempts = [],
    told = [],
  }: { watermarks?: DeliveryWatermark[]; attempts?: EndedAttempt[]; told?: string[] } = {},
): Promise<Set<string>> {
  const rare = [
    ...(attempts.length > 0 ? [insertAttemptsCte(attempts)] : []),
    ...(told.length > 0 ? [insertStateEventsCte(sql`ended`, told)] : []),
  ];
  const parts = [endAttemptsCte(outcomes), countSentCte(sql`ended`), ...optionalParts(outcomes, watermarks), ...rare];
  const pages = await db.many<{ pageId: string }>(sql`
    with ${fence(leases)}, ${parts.reduce((before, part) => sql`${before}, ${part}`)}
    select page_id from fence`);
  return new Set(pages.map(({ pageId }) => pageId));
}

function endAttemptsCte(outcomes: PageOutcome[]): Sql {
  const hasNotes = outcomes.some(({ notes }) => notes?.length);
  const rows = outcomes.map((outcome) => ({
    page_id: outcome.pageId,
    id: outcome.id,
    status: outcome.status,
    platform_id: "platformId" in outcome ? outcome.platformId : null,
    reason: "reason" in outcome ? outcome.reason : null,
    error_code: "errorCode" in outcome ? (outcome.errorCode ?? null) : null,
    wait_ms: "waitMs" in outcome ? outcome.waitMs : null,
    may_have_arrived: "mayHaveArrived" in outcome && outcome.mayHaveArrived,
    taken: "taken" in outcome ? outcome.taken : null,
    is_once: "isOnce" in outcome && outcome.isOnce === true,
    ...(hasNotes && { notes: outcome.notes }),
  }));
  return sql`
    row as (
      select given.*, case when status = 'sent' then clock_timestamp() end as sent_at,
             clock_timestamp() + wait_ms * interval '1 millisecond' as due_at
        from ${rowsOfPages(rows)}
               as given (page_id text, id bigint, status text, platform_id text, reason text, error_code text,
                         wait_ms float8, may_have_arrived boolean, taken text[], is_once boolean
                         ${hasNotes ? sql`, notes json` : empty})
    ), ended as (
      update messages
         set status = row.status, platform_id = row.platform_id, reason = row.reason,
             error_code = row.error_code, taken = row.taken, sent_at = row.sent_at, due_at = row.due_at,
             -- A message that was tried once and is known to have arrived has arrived once.
             possible_duplicate = possible_duplicate and not row.is_once and (row.status <> 'sent' or attempts > 1)
                               or row.may_have_arrived
             ${hasNotes ? sql`, notes = coalesce(row.notes, messages.notes)` : empty}
        from row
       where messages.page_id = row.page_id and messages.id = row.id and messages.status in ('queued', 'sending')
         and ${isFenced(sql`row.page_id`)}
      returning messages.page_id, messages.id, flow_id, step, messages.status
    )`;
}

/** The parts that most batches have no rows for. */
function optionalParts(outcomes: PageOutcome[], watermarks: DeliveryWatermark[]): Sql[] {
  const noted = outcomes.flatMap(({ pageId, id, notes }) => (notes?.length ? [{ page_id: pageId, id, notes }] : []));
  const delivered = outcomes.filter((outcome) => outcome.status === "sent" && outcome.wasUndelivered);
  const blockers = outcomes.flatMap((outcome) =>
    "blockedBy" in outcome && outcome.blockedBy ? [{ page_id: outcome.pageId, psid: outcome.blockedBy }] : [],
  );
  return [
    ...(noted.length > 0 ? [saveLateNotesCte(noted)] : []),
    ...(watermarks.length > 0 ? [saveWatermarksCte(watermarks)] : []),
    ...(outcomes.some(({ status }) => status !== "sent") ? [listUndeliveredCte] : []),
    ...(delivered.length > 0 ? [unlistDeliveredCte(delivered)] : []),
    ...(blockers.length > 0 ? [blockCustomersCte(blockers)] : []),
  ];
}

/** For messages whose report came before the answer to the call: those are finished already and not in `ended`. */
const saveLateNotesCte = (noted: { page_id: string; id: number; notes: RenderNote[] }[]) => sql`
    noted as (
      update messages set notes = note.notes
        from ${rowsOfPages(noted)} as note (page_id text, id bigint, notes json)
       where messages.page_id = note.page_id and messages.id = note.id
         and messages.status not in ('queued', 'sending') and ${isFenced(sql`note.page_id`)}
    )`;
