import assert from "node:assert/strict";
import { test } from "node:test";
import { channelFacts } from "@banter/core/channels/index.ts";
import { channels } from "./index.ts";

for (const [type, channel] of Object.entries(channels)) {
  test(`${type} is what its facts say`, () => {
    const facts = channelFacts[channel.type];

    assert.equal(channel.type, type);
    assert.equal(channel.title, facts.title);
    assert.equal(typeof channel.webhook?.pagesIn === "function", facts.hasAppWebhook);
    if (channel.adWelcome) assert.ok(facts.tools.includes("social_ads_json"));
  });
}
