import assert from "node:assert/strict";
import { test } from "node:test";
import { keyIdOf, open, seal } from "./seal.ts";
import { keyRing } from "./sealer.ts";
import { newSecretKey, parseSecretKey, writeSecretKey } from "./secret-key.ts";

test("a sealed text opens with its key for its place only, and differs each time", () => {
  const [key, other] = [newSecretKey(), newSecretKey()];
  const sealed = seal(key, "sk_live_1 đ", "secret a of web_1");

  assert.match(sealed, /^v1\.[\w-]{8}\.[\w-]+$/);
  assert.equal(keyIdOf(sealed), key.id);
  assert.ok(!sealed.includes("sk_live"));
  assert.equal(open(key, sealed, "secret a of web_1"), "sk_live_1 đ");
  assert.notEqual(seal(key, "sk_live_1 đ", "secret a of web_1"), sealed);
  assert.throws(() => open(key, sealed, "secret a of web_2"));
  assert.throws(() => open(other, sealed, "secret a of web_1"));
});

test("a changed or cut value does not open", () => {
  const key = newSecretKey();
  const sealed = seal(key, "sk_live_1", "here");

  for (let at = sealed.lastIndexOf(".") + 1; at < sealed.length - 1; at++) {
    const changed = sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1);
    assert.throws(() => open(key, changed, "here"));
  }
  assert.throws(() => open(key, sealed.slice(0, 30), "here"));
  assert.throws(() => open(key, "v1.abc.", "here"));
});

test("a key is written and read back, and its id tells nothing but which key it is", () => {
  const key = newSecretKey();

  assert.deepEqual(parseSecretKey(` ${writeSecretKey(key)}\n`, "SECRET_KEY"), key);
  assert.ok(!writeSecretKey(key).includes(key.id));
});

for (const [what, text] of Object.entries({
  short: Buffer.alloc(16, 7).toString("base64"),
  "no base64": "correct horse battery staple, long enough!!",
  zeros: Buffer.alloc(32).toString("base64"),
  "a repeated word": Buffer.from("changeme".repeat(4)).toString("base64"),
  "a phrase": Buffer.from("The quick brown fox jumps over a").toString("base64"),
})) {
  test(`a key that is ${what} is refused with the command that makes a good one`, () => {
    assert.throws(() => parseSecretKey(text, "SECRET_KEY"), /^Error: SECRET_KEY .+ openssl rand -base64 32$/);
  });
}

test("a ring seals with one key and opens values of all its keys", () => {
  const [first, second] = [newSecretKey(), newSecretKey()];
  const ring = keyRing([first]);
  const before = ring.seal("a", "here");

  ring.setKeys([second, first]);
  assert.equal(keyIdOf(ring.seal("b", "here")), first.id);
  assert.equal(ring.sealWith(second.id), true);
  assert.equal(keyIdOf(ring.seal("b", "here")), second.id);
  assert.deepEqual(ring.keyIds(), [second.id, first.id]);
  assert.equal(ring.open(before, "here"), "a");

  ring.setKeys([second]);
  assert.throws(() => ring.open(before, "here"), /The secret key .{8} is missing/);
  assert.equal(ring.sealWith(first.id), false);
});
