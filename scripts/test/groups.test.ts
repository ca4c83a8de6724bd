import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { groupsOf } from "./groups.ts";

function groups(t: TestContext, sources: Record<string, string>, changed: string[] = []) {
  const root = mkdtempSync(join(tmpdir(), "banter-groups-"));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [file, source] of Object.entries(sources)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), source);
  }
  return groupsOf(root, Object.keys(sources).sort(), new Set(changed)).map(({ files }) => files.join(" "));
}

test("files of one area share a process, and quick areas start first", (t) => {
  const browser = ["e2e/e.test.ts", "e2e/builder/f.test.ts"];
  const server = ["server/http/c.test.ts", "server/http/routes/d.test.ts", "server/scenarios/g.test.ts"];
  const quick = ["core/a.test.ts", "core/flow/b.test.ts"];

  assert.deepEqual(groups(t, Object.fromEntries([...browser, ...server, ...quick].map((file) => [file, ""]))), [
    "core/a.test.ts core/flow/b.test.ts",
    "server/http/routes/d.test.ts",
    "server/http/c.test.ts",
    "e2e/builder/f.test.ts e2e/e.test.ts",
    "server/scenarios/g.test.ts",
  ]);
});

test("tests beside changed sources start first, in processes of their own", (t) => {
  const files = ["core/a.test.ts", "server/http/b.test.ts", "server/http/routes/c.test.ts", "server/store/d.test.ts"];

  assert.deepEqual(groups(t, Object.fromEntries(files.map((file) => [file, ""])), ["server/http", "console"]), [
    "server/http/b.test.ts",
    "core/a.test.ts",
    "server/http/routes/c.test.ts",
    "server/store/d.test.ts",
  ]);
});

test("files that change the process are alone", (t) => {
  const sources = {
    "console/a.test.ts": "t.mock.timers.enable()",
    "console/b.test.ts": "await i18next.init({})",
    "console/c.test.ts": "",
    "console/d.test.ts": "",
  };

  assert.deepEqual(groups(t, sources), [
    "console/a.test.ts",
    "console/b.test.ts",
    "console/c.test.ts console/d.test.ts",
  ]);
});

test("files with servers to the end of the process share processes among themselves, a few each", (t) => {
  const served = Array.from({ length: 9 }, (_, number) => `server/http/${number}.test.ts`);
  const sources = {
    ...Object.fromEntries(served.map((file) => [file, "const { baseUrl } = await testNode({ after });"])),
    "server/http/a.test.ts": "const { baseUrl } = await testNode(t);",
    "server/http/b.test.ts": "",
  };

  const made = groups(t, sources).map((group) => group.split(" "));

  assert.deepEqual(
    made.map(({ length }) => length),
    [5, 4, 2],
  );
  assert.deepEqual(made.flat().sort(), Object.keys(sources).sort());
});

test("a large area has several processes, and each file runs once", (t) => {
  const files = Array.from({ length: 100 }, (_, number) => `core/${String(number).padStart(3, "0")}.test.ts`);

  const made = groups(t, Object.fromEntries(files.map((file) => [file, ""])));

  assert.ok(made.length > 3 && made.length < 20);
  assert.deepEqual(made.flatMap((group) => group.split(" ")).sort(), files);
});
