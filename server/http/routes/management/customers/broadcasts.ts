import type { BroadcastInfo, broadcasts } from "@banter/core/api/management/audience/broadcasts.ts";
import { defaultAudience } from "@banter/core/audience/settings.ts";
import type { Deps } from "../../../../deps.ts";
import { broadcastInfo, forecastInfo, listBroadcastInfos } from "../../../../domain/audience/broadcast-info.ts";
import {
  changeBroadcast,
  createBroadcast,
  forecastBroadcast,
  getBroadcast,
  moveOn,
  removeBroadcast,
  retryFailed,
  sendBroadcast,
  testBroadcast,
} from "../../../../domain/audience/broadcasts.ts";
import { inTime } from "../../../../domain/audience/members.ts";
import { reportOf } from "../../../../domain/audience/report.ts";
import { setSubscription } from "../../../../domain/audience/subscriptions.ts";
import { changePageSettings, getPage } from "../../../../domain/pages/page-settings.ts";
import type { Broadcast } from "../../../../store/audience/broadcasts.ts";
import type { ManagementCall, ManagementHandlers } from "../handlers.ts";

export const broadcastHandlers: ManagementHandlers<typeof broadcasts> = {
  "GET /pages/:page_id/audience": async ({ db }, { pageId }) =>
    (await getPage({ db }, pageId)).audience ?? defaultAudience,

  "PUT /pages/:page_id/audience": async ({ db }, { pageId, body }) =>
    (await changePageSettings({ db }, pageId, { audience: body })).audience ?? defaultAudience,

  "PUT /pages/:page_id/customers/:psid/subscription": async (deps, { pageId, params, body, user, note }) => {
    note({ subject: params.psid });
    await setSubscription(deps, pageId, params.psid, { isWanted: body.is_wanted, words: body.words, userId: user.id });
    return {};
  },

  "GET /pages/:page_id/broadcasts": async (deps, { pageId }) => ({
    broadcasts: await listBroadcastInfos(deps, pageId),
  }),

  "POST /pages/:page_id/broadcasts": async (deps, call) => {
    const made = await createBroadcast(deps, call.pageId, { ...call.body, userId: call.user.id });
    return current(deps, call, made);
  },

  "POST /pages/:page_id/broadcasts/forecast": async (deps, { pageId, body }) =>
    forecastInfo(await forecastBroadcast(deps, pageId, body.spec)),

  "GET /pages/:page_id/broadcasts/:broadcast_id": async (deps, { pageId, params }) =>
    broadcastInfo(deps, await getBroadcast(deps, pageId, params.broadcast_id)),

  "PATCH /pages/:page_id/broadcasts/:broadcast_id": async (deps, call) => {
    await changeBroadcast(deps, call.pageId, call.params.broadcast_id, call.body);
    return current(deps, call, named(call));
  },

  "DELETE /pages/:page_id/broadcasts/:broadcast_id": async (deps, call) => {
    const broadcast = await noted(deps, call);
    await removeBroadcast(deps, broadcast);
    return {};
  },

  "POST /pages/:page_id/broadcasts/:broadcast_id/test": async (deps, call) => {
    await testBroadcast(deps, await noted(deps, call), call.body);
    return {};
  },

  "POST /pages/:page_id/broadcasts/:broadcast_id/send": async (deps, call) => {
    await sendBroadcast(deps, await noted(deps, call), call.user.id);
    return current(deps, call, named(call));
  },

  "POST /pages/:page_id/broadcasts/:broadcast_id/edit": (deps, call) => move(deps, call, "edit"),
  "POST /pages/:page_id/broadcasts/:broadcast_id/pause": (deps, call) => move(deps, call, "pause"),
  "POST /pages/:page_id/broadcasts/:broadcast_id/resume": (deps, call) => move(deps, call, "resume"),
  "POST /pages/:page_id/broadcasts/:broadcast_id/stop": (deps, call) => move(deps, call, "stop"),

  "POST /pages/:page_id/broadcasts/:broadcast_id/retry": async (deps, call) => {
    await retryFailed(deps, await noted(deps, call));
    return current(deps, call, named(call));
  },

  "GET /pages/:page_id/broadcasts/:broadcast_id/report": async (deps, call) => {
    const broadcast = await getBroadcast(deps, call.pageId, call.params.broadcast_id);
    return { variants: await inTime(deps, (db) => reportOf({ db }, broadcast)) };
  },
};

type Call = Pick<ManagementCall, "pageId" | "note"> & { params: { broadcast_id: number } };
type Named = { id: number };

const named = ({ params }: Pick<Call, "params">): Named => ({ id: params.broadcast_id });

/** The broadcast, named in the audit log. */
async function noted(deps: Deps, { pageId, params, note }: Call): Promise<Broadcast> {
  const broadcast = await getBroadcast(deps, pageId, params.broadcast_id);
  note({ subject: broadcast.name, subjectId: broadcast.id });
  return broadcast;
}

async function move(deps: Deps, call: Call, to: Parameters<typeof moveOn>[2]): Promise<BroadcastInfo> {
  await moveOn(deps, await noted(deps, call), to);
  return current(deps, call, named(call));
}

/** As it is now. Other members read it again, too. */
async function current(
  deps: Deps,
  { pageId, note }: Pick<ManagementCall, "pageId" | "note">,
  { id }: Named,
): Promise<BroadcastInfo> {
  const broadcast = await getBroadcast(deps, pageId, id);
  note({ subject: broadcast.name, subjectId: id });
  deps.live.publish(pageId, { type: "broadcast_changed", id });
  return broadcastInfo(deps, broadcast);
}
