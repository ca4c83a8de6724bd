import assert from "node:assert/strict";
import { test } from "node:test";
import { hashPassword, inKnownBrowser } from "./passwords.ts";

test("few hashes wait, and known browsers have a lane of their own, with one place for each user", async () => {
  const hash = () => hashPassword("correct horse battery");
  const outcomeOf = (hashed: Promise<string>) =>
    hashed.then(
      () => "hashed",
      (error) => `${error.code} ${error.headers["retry-after"]}`,
    );

  const [any, ann, annAgain, bob] = await Promise.all([
    Promise.all(Array.from({ length: 30 }, () => outcomeOf(hash()))),
    inKnownBrowser("ann", () => outcomeOf(hash())),
    inKnownBrowser("ann", () => outcomeOf(hash())),
    inKnownBrowser("bob", () => outcomeOf(hash())),
  ]);

  assert.deepEqual([any.slice(0, 22), any.slice(22)], [Array(22).fill("hashed"), Array(8).fill("unavailable 2")]);
  assert.deepEqual([ann, annAgain, bob], ["hashed", "unavailable 2", "hashed"]);
  assert.equal(await outcomeOf(hash()), "hashed", "the queue is free again");
  assert.equal(await inKnownBrowser("ann", () => outcomeOf(hash())), "hashed");
});
