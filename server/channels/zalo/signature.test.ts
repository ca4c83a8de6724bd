import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { zalo } from "./index.ts";
import { webhookSecretOf } from "./signature.ts";

const secret = webhookSecretOf({ appId: "4311", oaSecret: "key" });
const body = (text: string) => JSON.stringify({ app_id: "4311", timestamp: "1794700800123", message: { text } });
const macOf = (...parts: string[]) => createHash("sha256").update(parts.join("")).digest("hex");

async function isAccepted(content: string, headers: Record<string, string>, key = secret): Promise<boolean> {
  return (await zalo.inbound?.webhook.verify({ headers, body: Buffer.from(content) }, key)) ?? assert.fail();
}

test("a webhook is accepted with the time of its body, or of its header", async () => {
  const given = body("hello");
  const ofBody = macOf("4311", given, "1794700800123", "key");
  const ofHeader = macOf("4311", given, "1794700900000", "key");

  assert.ok(await isAccepted(given, { "x-zevent-signature": `mac=${ofBody}` }));
  assert.ok(await isAccepted(given, { "x-zevent-signature": ofBody.toUpperCase() }));
  const headers = { "x-zevent-signature": `mac=${ofHeader}`, "x-zevent-timestamp": "1794700900000" };
  assert.ok(await isAccepted(given, headers));
});

test("the time is found where a customer writes of another, and in a number", async () => {
  for (const given of [body('"timestamp":"1"'), '{"timestamp":1794700800123,"info":{"timestamp":"1"}}']) {
    const mac = macOf("4311", given, "1794700800123", "key");
    assert.ok(await isAccepted(given, { "x-zevent-signature": `mac=${mac}` }), given);
  }
});

test("a large body is hashed whole", async () => {
  const given = body("x".repeat(700_000));
  const mac = macOf("4311", given, "1794700800123", "key");

  assert.ok(await isAccepted(given, { "x-zevent-signature": `mac=${mac}` }));
  assert.equal(await isAccepted(given.replace("xx", "yx"), { "x-zevent-signature": `mac=${mac}` }), false);
});

test("a wrong key, app, time or form is refused", async () => {
  const given = body("hello");
  const wrong = [
    macOf("4311", given, "1794700800123", "other"),
    macOf("4312", given, "1794700800123", "key"),
    macOf("4311", given, "1794700800124", "key"),
    macOf("4311", given, "key"),
    "",
    "mac=",
  ];
  for (const mac of wrong) assert.equal(await isAccepted(given, { "x-zevent-signature": `mac=${mac}` }), false, mac);
  assert.equal(await isAccepted(given, {}), false);
  assert.equal(await isAccepted("", { "x-zevent-signature": `mac=${macOf("4311", "", "", "")}` }, "4311 "), false);
});
