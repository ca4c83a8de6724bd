import assert from "node:assert/strict";
import { BroadcastSpec } from "@banter/core/audience/broadcast.ts";
import { type AudienceSettings, defaultAudience } from "@banter/core/audience/settings.ts";
import type { ChannelType } from "@banter/core/channels/index.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { createBroadcast, forecastBroadcast, sendBroadcast } from "../../domain/audience/broadcasts.ts";
import type { Forecast } from "../../domain/audience/forecast.ts";
import { reportOf } from "../../domain/audience/report.ts";
import { changePageSettings } from "../../domain/pages/page-settings.ts";
import { type Broadcast, findBroadcast } from "../../store/audience/broadcasts.ts";
import { sql } from "../../store/db/sql.ts";
import { isDigested } from "../database/digested.ts";
import { until } from "../until.ts";
import { aConversation, type Customer, type Platform } from "./scenario.ts";

type Options = {
  people: number;
  /** Tells the stand-in when a person last wrote. */
  setWroteAt: (psid: string, at: number) => void;
};

/** A page on a stand-in whose people have said hello. Its rules do not depend on the time of the day. */
export async function aBroadcastPage(t: Test, type: ChannelType, platform: Platform, options: Options) {
  const { node, pageId } = await aConversation(t, type, platform);
  const { deps } = node;
  const { db } = deps;
  const people = Array.from({ length: options.people }, (_, index) => platform.customer(index + 1));
  const person = (number: number): Customer => people[number - 1] ?? assert.fail();
  await setRules({});
  for (const each of people) await each.say("hello");
  await settled();

  return {
    ...{ deps, pageId, person, setRules, settled },
    /** How many people have received these words. */
    heard: (words: string) => people.filter((each) => each.heard().includes(words)).length,
    /** Makes the last words of these people so many hours old. */
    async silence(hours: number, ...numbers: number[]) {
      const at = Date.now() - hours * 3_600_000;
      const psids = numbers.map((number) => person(number).psid);
      for (const psid of psids) options.setWroteAt(psid, at);
      await db.count(sql`
        update customers set last_input_at = to_timestamp(${at}::float8 / 1000)
         where page_id = ${pageId} and psid = any (${psids}::text[])`);
    },
    /** The forecast of a broadcast to all, made now. */
    forecast: (given: object) => forecastOf(specOf(given)),
    send,
    /** Sends to all what the forecast was made for, and compares: nobody else gets it, for no other reason. */
    async sendAsForecast(given: object): Promise<Pick<Forecast, "now" | "byTemplate" | "refused">> {
      const { forecast, report } = await send(given);
      const { now, byTemplate, refused } = forecast;
      assert.deepEqual(
        { sent: report.sent, refused: report.refused, failed: report.failed },
        { sent: now, refused, failed: {} },
      );
      return { now, byTemplate, refused };
    },
  };

  async function setRules(rules: Partial<AudienceSettings>): Promise<void> {
    await changePageSettings({ db }, pageId, { audience: { ...defaultAudience, quiet_hours: null, ...rules } });
  }

  async function send(given: object) {
    const spec = specOf(given);
    const forecast = await forecastOf(spec);
    const { id } = await createBroadcast(deps, pageId, { name: "News", spec, userId: "ann" });
    const stored = async (): Promise<Broadcast> => (await findBroadcast(db, pageId, id)) ?? assert.fail();
    await sendBroadcast(deps, await stored(), "ann");
    await until(async () => (await stored()).state === "done");
    await settled();
    const [report = assert.fail()] = await reportOf(deps, await stored());
    return { forecast, report };
  }

  /** The list of customers follows them by a moment. */
  async function forecastOf(spec: BroadcastSpec): Promise<Forecast> {
    await until(async () => (await forecastBroadcast(deps, pageId, spec)).total === people.length);
    return forecastBroadcast(deps, pageId, spec);
  }

  /** Everything that people have done is handled, and every message has gone out or failed. */
  async function settled(): Promise<void> {
    await until(async () => (await db.count(sql`select from mailbox where page_id = ${pageId}`)) === 0);
    await until(async () => {
      const waiting = await db.count(sql`
        select from messages where page_id = ${pageId} and status in ('queued', 'sending')`);
      return waiting === 0 && (await isDigested(db, pageId));
    });
  }
}

const specOf = (given: object): BroadcastSpec => BroadcastSpec.parse({ audience: { type: "all" }, ...given });

/** A variant with this text. */
export const saying = (text: string, messageTag?: string) => ({
  ...{ type: "content", content: { messages: [{ type: "text", text }] } },
  ...(messageTag !== undefined && { message_tag: messageTag }),
});
