import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, showProgress } from "./progress.ts";

function shown(isTTY: boolean) {
  const written: string[] = [];
  const progress = showProgress({ isTTY, columns: 200, write: (text) => written.push(text) }, new Map([["a", 1]]));
  return { ...progress, text: () => written.join("") };
}

test("a failure is shown at once, with its file, test and error", () => {
  const { show, stop, text } = shown(false);
  show.failed("core/a.test.ts", "adds", "AssertionError: 3\n+ 4");
  stop();

  assert.match(text(), /FAILED after 0:00: core\/a\.test\.ts\n {2}adds\n {4}AssertionError: 3\n {4}\+ 4/);
});

test("a terminal has one line that is drawn anew", (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const { show, stop, text } = shown(true);
  show.tested("a", "passed");
  show.tested("a", "failed");
  show.ended({ file: "a", passed: 1, failed: 1, skipped: 0, ms: 1 });
  t.mock.timers.tick(1000);
  stop();

  assert.match(text(), /\[#{24}\] 100 % 0:0\d · 1 passed, 1 FAILED · a/);
  assert.ok(!text().includes("\n"));
});

test("times are minutes and seconds", () => {
  assert.deepEqual([clock(5), clock(65.4), clock(3600)], ["0:05", "1:05", "60:00"]);
});
