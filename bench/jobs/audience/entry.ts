import { setTimeout as sleep } from "node:timers/promises";
import { nowMs } from "../../clock.ts";
import type { AudiencePage } from "../../prepare/audience.ts";
import type { Bench } from "../pairs.ts";
import { countGotten, type Hall, hasDueMail, openHall, progressOf, say } from "./hall.ts";

export type EntryFigure = {
  customers: number;
  /** Until the last one has the first message, with the time without a server. */
  seconds: number;
  /** From the kill until the server serves again. */
  downSeconds: number;
  lost: number;
  twice: number;
};

const lookEveryMs = 100;
const code = "e1";

/** Customers of a segment enter a sequence. The server is killed (-9) when half of them have, and started again. */
export async function runEntry({ place }: Bench, hall: Hall, page: AudiencePage): Promise<EntryFigure> {
  const first = await openHall(place, hall);
  const params = { page_id: page.id };
  const condition = { match: "all" as const, rules: [{ type: "first_seen" as const, within: true, days: 3000 }] };
  const segment = await first.api("POST /pages/:page_id/segments", { params, body: { name: "All", condition } });
  const sequence = await first.api("POST /pages/:page_id/sequences", {
    params,
    body: {
      ...{ name: "Tips", is_on: true, leave: { on_reply: true, tag_ids: [], goals: [] } },
      steps: [
        { id: "one", wait_seconds: 0, content: say(`${code}: Welcome to our tips.`) },
        { id: "two", wait_seconds: 86_400, content: say("e2: The first tip.") },
      ],
    },
  });
  const startedAt = nowMs();
  const { id: job_id } = await first.api("POST /pages/:page_id/sequences/:sequence_id/enter", {
    params: { ...params, sequence_id: sequence.id },
    body: { customers: { segment_id: segment.id } },
  });
  const job = () => progressOf(hall, "customer_jobs", job_id);
  while ((await job()).done < page.customers / 2) await sleep(lookEveryMs);
  const killedAt = nowMs();
  process.kill(first.server.pid, "SIGKILL");
  const second = await openHall(place, hall);
  const downSeconds = (nowMs() - killedAt) / 1000;
  const isDone = async () => (await job()).state === "done" && !(await hasDueMail(hall, page.id));
  while (!(await isDone())) await sleep(lookEveryMs);
  const seconds = (nowMs() - startedAt) / 1000;
  const { customers, twice } = await countGotten(hall, page.id, code);
  await second.server.stop();
  return { customers: page.customers, seconds, downSeconds, lost: page.customers - customers, twice };
}
