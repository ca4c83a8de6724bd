import { invalidFields } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { findDueSchedule, listDueFlows } from "../../store/catalog/flow-listing.ts";
import { insertVersion } from "../../store/catalog/flow-versions.ts";
import { type Flow, type Schedule, setSchedule, switchFlows } from "../../store/catalog/flows.ts";
import type { Db } from "../../store/db/db.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { addNotification } from "../../store/notifications/notifications.ts";
import { changeSetup } from "../pages/change-setup.ts";
import { getPage } from "../pages/page-settings.ts";
import { writeAuditEntry } from "../people/audit-log.ts";
import { draftChanged, errorsOf, getFlow } from "./flows.ts";

/** Switches a flow on or off. One that is off starts nowhere; conversations that are in it go on. */
export function switchFlow({ db }: Deps, pageId: string, flowId: number, isOn: boolean): Promise<Flow> {
  return changeSetup(db, pageId, async (db) => {
    await getFlow(db, pageId, flowId);
    await switchFlows(db, pageId, [flowId], isOn);
    return getFlow(db, pageId, flowId);
  });
}

/** The time must leave the owner a moment to cancel, and must not be so far away that nobody remembers it. */
const maxDays = 366;

/**
 * Plans the publishing of the draft, as it is at that time. Refuses a draft that could not be published now, so that the
 * owner learns of most mistakes while they look at the flow.
 */
export async function schedulePublishing(
  { db }: Deps,
  pageId: string,
  flowId: number,
  { revision, ...schedule }: Schedule & { revision: number },
): Promise<Flow> {
  const ahead = schedule.at.getTime() - databaseNow();
  if (ahead <= 0 || ahead > maxDays * 86_400_000)
    throw invalidFields([{ path: "/publish_at", message: `must be in the future, at most ${maxDays} days ahead` }]);
  return db.transact(async (db) => {
    const flow = await getFlow(db, pageId, flowId);
    if (flow.draftRevision !== revision) throw draftChanged();
    const errors = await errorsOf(db, pageId, flow);
    if (errors.length > 0) throw invalidFields(errors);
    await setSchedule(db, pageId, flowId, schedule);
    return flow;
  });
}

export async function cancelPublishing({ db }: Deps, pageId: string, flowId: number): Promise<Flow> {
  return db.transact(async (db) => {
    const flow = await getFlow(db, pageId, flowId);
    await setSchedule(db, pageId, flowId, null);
    return flow;
  });
}

const batchSize = 50;

/** Publishes the drafts whose time has come. Returns true if there may be more. */
export async function publishDueFlows(deps: Pick<Deps, "db" | "log">): Promise<boolean> {
  const due = await listDueFlows(deps.db, batchSize);
  for (const { pageId, id } of due)
    await publishDue(deps.db, pageId, id).catch((error) => {
      deps.log.warn({ err: error, pageId, flowId: id }, "scheduled publishing failed");
    });
  return due.length === batchSize;
}

/** The lock on the page lets one node publish; the others find nothing due. */
async function publishDue(db: Db, pageId: string, flowId: number): Promise<void> {
  await changeSetup(db, pageId, async (db) => {
    const due = await findDueSchedule(db, pageId, flowId);
    if (!due) return;
    const flow = await getFlow(db, pageId, flowId);
    await setSchedule(db, pageId, flowId, null);
    const errors = await errorsOf(db, pageId, flow);
    if (errors.length > 0) {
      await addNotification(db, pageId, { flowId, kind: "publish_failed", text: flow.name });
      return;
    }
    if (JSON.stringify(flow.draft) === JSON.stringify(flow.published)) return;
    await insertVersion(db, pageId, flowId, flow.draft, due.by);
    await writeAuditEntry({ db }, await entryOf(db, pageId, flow, due.by));
  });
}

async function entryOf(db: Db, pageId: string, { id, name }: Flow, by: string | null) {
  const { workspaceId } = await getPage({ db }, pageId);
  return { workspaceId, userId: by ?? "", pageId, action: "flow_published_on_time", subject: name, subjectId: id };
}
