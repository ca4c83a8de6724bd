import assert from "node:assert/strict";
import { test } from "node:test";
import { brokenBuilds } from "./broken/builds.ts";
import { copyWithChange } from "./broken/copy.ts";
import { runScenario } from "./scenario.ts";
import { resultOf } from "./table.ts";

test("the checker finds a broken promise", { concurrency: 2 }, async (t) => {
  const seed = Number(process.env.SEED ?? 1);
  const running = brokenBuilds.map(({ name, change, run, shows }) =>
    t.test(name, async (t) => {
      const root = copyWithChange(t, change);

      const outcome = await runScenario({ name, does: name, boundSeconds: 300, run }, { seed, isShort: true, root });

      t.diagnostic(`found: ${resultOf(outcome)}`);
      assert.ok(
        outcome.violations.some(({ kind }) => kind === shows),
        `${shows} was not found, but ${resultOf(outcome)}\n${outcome.violations.map(({ text }) => text).join("\n")}`,
      );
    }),
  );
  await Promise.all(running);
});
