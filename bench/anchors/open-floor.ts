import { startChild } from "../child.ts";
import type { Load } from "../load/drive.ts";
import { type Source, sourceOf } from "../load/source.ts";
import { messengerWebhook } from "../load/webhooks.ts";
import { type Figure, measure } from "../measure.ts";
import type { Place } from "../place.ts";

/** The durable floor: a minimal program that does the same job (`floor.ts`), under the same load. */
export type Floor = { measure(load: Load): Promise<Figure> };

export async function openFloor(place: Place): Promise<Floor> {
  const { db, url: databaseUrl, platform, undo } = place;
  await db.pool.query(`
    create table floor_queue (id bigint primary key, psid text not null, event json not null, claimed_at timestamptz)
      with (fillfactor = 70)`);
  const child = await startChild("./anchors/floor.ts", JSON.stringify({ databaseUrl, origin: platform.origin }));
  undo.add(child.stop);
  const floor = { pid: child.pid, databaseUrl };
  const target = { port: child.port, source: floorSource() };

  return {
    async measure(load) {
      const figure = await measure(place, floor, target, load);
      if (figure.lost > 0) throw new Error(`The floor has lost ${figure.lost} jobs.`);
      return figure;
    },
  };
}

/** The webhook of J1, from a new customer each time. */
function floorSource(): Source {
  return sourceOf((number) => {
    const customer = { page: { id: "104000000000001", number: 0 }, psid: `25${1_000_000_000 + number}` };
    return {
      psid: customer.psid,
      codes: ["f.1", "f.2"],
      request: messengerWebhook({ ...customer, text: "hello", number }),
    };
  });
}
