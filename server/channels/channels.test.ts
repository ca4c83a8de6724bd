import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { channelFacts } from "@banter/core/channels/index.ts";
import { drawings } from "../test/platforms/drawings.ts";
import { standIns } from "../test/platforms/stand-ins.ts";
import { channels } from "./index.ts";

for (const [type, channel] of Object.entries(channels)) {
  test(`${type} is what its facts say`, () => {
    const facts = channelFacts[channel.type];

    assert.equal(channel.type, type);
    assert.equal(channel.title, facts.title);
    assert.equal(typeof channel.inbound?.webhook.pagesIn === "function", facts.hasAppWebhook);
    if (channel.links.adWelcome) assert.ok(facts.tools.includes("social_ads_json"));
  });

  test(`${type} has its place in tests and documentation`, () => {
    assert.ok(type in drawings, "server/test/platforms/drawings.ts");
    if (!channel.outbound) return;
    assert.ok(type in standIns, "server/test/platforms/stand-ins.ts");
    assert.ok(existsSync(new URL(`../../docs/channels/${type}.md`, import.meta.url)), `docs/channels/${type}.md`);
  });
}
