import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { answerHandshake } from "../handshake.ts";
import { handshake, isSigned } from "./signature.ts";

const body = Buffer.from('{"object":"page","entry":[{"text":"\\u00e9 \\ud83d\\ude00"}]}');
const signed = (algorithm: string, secret: string, bytes = body) =>
  `${algorithm}=${createHmac(algorithm, secret).update(bytes).digest("hex")}`;
const right = signed("sha256", "secret");

test("a webhook that is signed with the app's secret over exactly these bytes is accepted", async () => {
  assert.ok(await isSigned({ headers: { "x-hub-signature-256": right }, body }, "secret"));
});

test("a large webhook is checked in slices, and other requests are served in between", async () => {
  const large = Buffer.alloc(2 * 1024 * 1024 + 1, "x");
  let isDone = false;
  const checked = isSigned(
    { headers: { "x-hub-signature-256": signed("sha256", "secret", large) }, body: large },
    "secret",
  );
  void checked.then(() => {
    isDone = true;
  });

  let turns = 0;
  for (; !isDone; turns++) await new Promise((resolve) => setImmediate(resolve));

  assert.equal(await checked, true);
  assert.ok(turns >= 8, `${turns} turns of the event loop`);
});

const wrongs: Record<string, { header: string | string[] | undefined; secret?: string; bytes?: Buffer }> = {
  "is missing": { header: undefined },
  "is empty": { header: "" },
  "is of another app": { header: signed("sha256", "other") },
  "is of the old algorithm": { header: signed("sha1", "secret") },
  "names the old algorithm": { header: right.replace("sha256", "sha1") },
  "is in capitals": { header: right.toUpperCase() },
  "is too short": { header: right.slice(0, -2) },
  "is too long": { header: `${right}00` },
  "is doubled": { header: `${right}, ${right}` },
  "comes twice": { header: [right, right] },
  "is no hexadecimal": { header: `sha256=${"z".repeat(64)}` },
  "is over other bytes": { header: right, bytes: Buffer.from(JSON.stringify(JSON.parse(body.toString()))) },
  "is made without a secret": { header: signed("sha256", ""), secret: "" },
};

for (const [what, { header, secret = "secret", bytes = body }] of Object.entries(wrongs)) {
  test(`a webhook whose signature ${what} is refused`, async () => {
    assert.equal(
      await isSigned({ headers: { "x-hub-signature-256": header, "x-hub-signature": right }, body: bytes }, secret),
      false,
    );
  });
}

const asking = { "hub.mode": "subscribe", "hub.verify_token": "word", "hub.challenge": "1158201444" };

test("the challenge is returned for the right verify token", () => {
  assert.equal(answerHandshake(handshake, asking, { verifyToken: "word" }), "1158201444");
});

for (const [what, query, verifyToken] of [
  ["another verify token", { ...asking, "hub.verify_token": "wor" }, "word"],
  ["no verify token", { "hub.mode": "subscribe", "hub.challenge": "1" }, "word"],
  ["no verify token, though none is set", { ...asking, "hub.verify_token": "" }, ""],
  ["another mode", { ...asking, "hub.mode": "unsubscribe" }, "word"],
  ["no challenge", { "hub.mode": "subscribe", "hub.verify_token": "word" }, "word"],
  ["a challenge that a browser could run", { ...asking, "hub.challenge": "<script>" }, "word"],
  ["a very long challenge", { ...asking, "hub.challenge": "1".repeat(257) }, "word"],
] as const) {
  test(`a handshake with ${what} is refused`, () => {
    assert.equal(answerHandshake(handshake, query, { verifyToken }), undefined);
  });
}
