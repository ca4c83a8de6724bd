import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { profileRemoval, profileRequest, sendRequest } from "../../test/platforms/graph/requests.ts";
import { faultsOn } from "../../test/platforms/page-edges.ts";
import type { GraphCall } from "./graph.ts";
import type { MetaCall } from "./outbound/look.ts";

type Case<Expected> = {
  name: string;
  given: { message: { type: string; buttons?: object[]; quick_replies?: object[] } };
  expect: Expected;
};
const casesOf = <Expected>(channel: string, name: string): Case<Expected>[] =>
  JSON.parse(readFileSync(new URL(`../${channel}/fixtures/${name}.json`, import.meta.url), "utf8"));

for (const channel of ["messenger", "instagram"] as const) {
  test(`${channel} accepts every message of the fixtures`, () => {
    const schema = sendRequest(channel);

    for (const { name, expect } of casesOf<MetaCall[]>(channel, "outbound")) {
      assert.ok(expect.length > 0, name);
      for (const call of expect) {
        assert.equal(schema.safeParse(call).error, undefined, name);
        assert.deepEqual(faultsOn("POST messages", call), [], name);
      }
    }
  });

  test(`${channel} accepts every profile of the fixtures`, () => {
    const schemas = { POST: profileRequest(channel), DELETE: profileRemoval(channel), GET: profileRequest(channel) };

    for (const { name, expect } of casesOf<GraphCall[]>(channel, "profile")) {
      for (const { method, body = {} } of expect) {
        assert.equal(schemas[method].safeParse(body).error, undefined, name);
        assert.deepEqual(faultsOn(`${method} messenger_profile`, body), [], name);
      }
    }
  });

  test(`${channel} has a case for every kind of content, alone and with buttons and quick replies`, () => {
    const kinds = new Set(
      casesOf(channel, "outbound").map(({ given: { message } }) =>
        [message.type, ...(message.buttons ? ["buttons"] : []), ...(message.quick_replies ? ["replies"] : [])].join(
          " ",
        ),
      ),
    );

    const media = ["text", "image", "video", "audio", "file"].flatMap((type) => [
      type,
      `${type} buttons`,
      `${type} replies`,
      `${type} buttons replies`,
    ]);
    const wanted = [...media, "cards", "cards replies", "whatsapp_message_template replies"];
    assert.deepEqual(
      wanted.filter((kind) => !kinds.has(kind)),
      [],
    );
    assert.ok(casesOf(channel, "inbound").length >= 25);
  });
}
