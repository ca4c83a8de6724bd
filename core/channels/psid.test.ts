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

test("LINE's customers have ids of hexadecimal digits", () => {
  assert.ok(isPsidOf("line", "ln_U4af4980629a1b2c3d4e5f60718293a4b"));
  for (const id of ["U4af4980629", "C4af4980629a1b2c3d4e5f60718293a4b", "U4AF4980629A1B2C3D4E5F60718293A4B"])
    assert.equal(isPsidOf("line", `ln_${id}`), false, id);
  assert.equal(isPsidOf("telegram", "tg_U4af4980629a1b2c3d4e5f60718293a4b"), false);
});

test("WhatsApp has customers without a number", () => {
  assert.ok(isPsidOf("whatsapp", "wa_US.13491208655302741918"));
  assert.ok(isPsidOf("whatsapp", "wa_US.ENT.11815799212886844830"));
  assert.equal(isPsidOf("telegram", "tg_US.13491208655302741918"), false);
});
