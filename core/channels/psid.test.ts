import assert from "node:assert/strict";
import { test } from "node:test";
import { channelFacts } from "./index.ts";
import { isPsidOf } from "./psid.ts";

test("a customer's id is digits behind the channel's prefix", () => {
  for (const channel of Object.keys(channelFacts) as (keyof typeof channelFacts)[]) {
    const { customerPrefix } = channelFacts[channel];
    assert.ok(isPsidOf(channel, `${customerPrefix}84901234567`), channel);
    for (const id of ["", "x", "84 90", "-1", "1".repeat(65), "US.", "us.1"])
      assert.equal(isPsidOf(channel, `${customerPrefix}${id}`), false, `${channel} ${id}`);
  }
  assert.equal(isPsidOf("telegram", "wa_84901234567"), false);
});

test("only WhatsApp has customers without a number", () => {
  assert.ok(isPsidOf("whatsapp", "wa_US.13491208655302741918"));
  assert.ok(isPsidOf("whatsapp", "wa_US.ENT.11815799212886844830"));
  assert.equal(isPsidOf("telegram", "tg_US.13491208655302741918"), false);
});
