import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Outcome } from "../scenario.ts";
import { type Amount, addOutcome, countDone, describeProgress, type Sitting } from "./amounts.ts";
import { readSittings, writeSitting } from "./sittings.ts";

const kills: Amount = { note: "kills", wanted: 1000, scenarios: [] };

const aSitting = (given: Partial<Sitting> = {}): Sitting => ({
  ...{ version: "v1", startedAt: "2026-11-17T10:00:00.000Z", counts: {}, broken: [] },
  ...given,
});

const anOutcome = (given: Partial<Outcome>): Outcome => ({
  ...{ name: "take-overs", seconds: 1, violations: [], notes: {}, evidence: { events: [], stored: undefined } },
  ...given,
});

test("parts of a sitting and sittings of a version add up", () => {
  const sitting = aSitting({ counts: { kills: 30 } });

  addOutcome(sitting, kills, anOutcome({ notes: { kills: 12, restarts: 3 } }));
  addOutcome(sitting, kills, anOutcome({ notes: {} }));

  assert.deepEqual(sitting.counts, { kills: 42 });
  assert.equal(countDone([sitting, aSitting({ counts: { kills: 8 } })], "v1", kills), 50);
});

test("another version begins at zero", () => {
  assert.equal(countDone([aSitting({ counts: { kills: 900 } })], "v2", kills), 0);
});

test("a sitting with a broken promise does not count and is named", () => {
  const bad = aSitting({ counts: { kills: 400 } });
  const good = aSitting({ counts: { kills: 7 } });

  addOutcome(bad, kills, anOutcome({ violations: [{ kind: "lost", text: "x" }], notes: { kills: 5 } }));

  assert.deepEqual(describeProgress([bad, good], "v1", [kills]), [
    "kills: 7 of 1000",
    "broken: take-overs (sitting of 2026-11-17T10:00:00.000Z, not counted)",
  ]);
});

test("a sitting is kept in a file, and replaced by its later state", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "banter-sittings-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const other = aSitting({ startedAt: "2026-11-17T11:00:00.000Z", counts: { kills: 1 } });

  for (const counts of [{ kills: 10 }, { kills: 20 }]) writeSitting(folder, aSitting({ counts }));
  writeSitting(folder, other);

  assert.deepEqual(readSittings(folder), [aSitting({ counts: { kills: 20 } }), other]);
});
