import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Psid } from "@banter/core/channels/psid.ts";
import fc from "fast-check";
import { pagesIn, parse } from "./parse.ts";

const webhooks: unknown[] = JSON.parse(readFileSync(new URL("../fixtures/inbound.json", import.meta.url), "utf8")).map(
  ({ given }: { given: unknown }) => given,
);

test("a webhook with any value in any field never throws", () => {
  const damaged = fc.tuple(fc.constantFrom(...webhooks), fc.nat(60), fc.jsonValue());

  fc.assert(
    fc.property(damaged, ([webhook, place, value]) => {
      const body = withValue(webhook, place, value);
      for (const page of ["waba_106540352242922", ...pagesIn(body)]) {
        for (const { psid, key } of parse(body, page).events) {
          assert.ok(Psid.safeParse(psid).success, psid);
          assert.notEqual(key, "");
        }
      }
    }),
    { numRuns: 3000 },
  );
});

/** The webhook with a value at one of its places, counted from the inside out. */
function withValue(webhook: unknown, place: number, value: unknown): unknown {
  let left = place;
  return JSON.parse(JSON.stringify(webhook), (_, old) => (left-- === 0 ? value : old));
}
