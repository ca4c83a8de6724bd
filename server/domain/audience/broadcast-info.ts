import type { BroadcastInfo } from "@banter/core/api/management/audience/broadcasts.ts";
import type { Deps } from "../../deps.ts";
import { type Broadcast, type ListedBroadcast, listBroadcasts } from "../../store/audience/broadcasts.ts";
import { listUserNames } from "../../store/people/users.ts";
import type { Forecast } from "./forecast.ts";

const maxListed = 200;

/** The page's broadcasts as programs see them, newest first. Lists of psids are counted only. */
export async function listBroadcastInfos({ db }: Pick<Deps, "db">, pageId: string): Promise<BroadcastInfo[]> {
  const found = await listBroadcasts(db, pageId, maxListed);
  const names = await listUserNames(
    db,
    found.map(({ userId }) => userId),
  );
  return found.map(({ count, ...broadcast }) => {
    const info = infoOf(broadcast, names);
    if (count === null || info.spec.audience.type !== "psids") return info;
    return { ...info, spec: { ...info.spec, audience: { ...info.spec.audience, count } } };
  });
}

export const broadcastInfo = async ({ db }: Pick<Deps, "db">, broadcast: Broadcast): Promise<BroadcastInfo> =>
  infoOf(broadcast, await listUserNames(db, [broadcast.userId]));

function infoOf(broadcast: Omit<ListedBroadcast, "count">, names: ReadonlyMap<string, string>): BroadcastInfo {
  const { id, name, state, spec, total, done, dueAt, winner, error, createdAt, startedAt, finishedAt } = broadcast;
  const isUnderWay = state === "scheduled" || state === "running" || state === "paused";
  return {
    ...{ id, name, state, total, done, winner, error },
    spec: { ...spec, variants: spec.variants.map((variant) => ({ ...variant })) },
    due_at: isUnderWay ? dueAt : null,
    user: names.get(broadcast.userId) ?? null,
    created_at: createdAt,
    started_at: startedAt,
    finished_at: finishedAt,
  };
}

export function forecastInfo({ nextAt, byTemplate, isExact, ...counts }: Forecast) {
  const next_at = nextAt === null ? null : new Date(nextAt);
  return { ...counts, by_template: byTemplate, next_at, is_exact: isExact, refused: { ...counts.refused } };
}
