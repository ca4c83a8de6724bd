import assert from "node:assert/strict";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { isRoot } from "../../../test/database/embedded.ts";
import { chooseAccount, run } from "./account.ts";
import { copyBinaries, findBinaries, restoreSymlinks } from "./binaries.ts";

test("the symlinks of libraries are restored when install scripts are turned off", async (t) => {
  const { packageDir } = await aPackage(t);
  const link = join(packageDir, "native/lib/libpq.so.5");
  const isLinked = existsSync(link);
  if (isLinked) rmSync(link);

  restoreSymlinks(packageDir);
  restoreSymlinks(packageDir);

  assert.equal(existsSync(link), isLinked);
  assert.equal((await run(undefined, join(packageDir, "native/bin/initdb"), ["--version"])).succeeded, true);
});

test("for root, programs that PostgreSQL's user cannot reach are copied once", { skip: !isRoot }, async (t) => {
  const { parent, packageDir } = await aPackage(t);
  const fallbackDir = join(parent, "fallback");
  const account = chooseAccount() ?? assert.fail();
  chmodSync(packageDir, 0o700);

  const [one, two] = await Promise.all([
    copyBinaries(account, packageDir, fallbackDir),
    copyBinaries(account, packageDir, fallbackDir),
  ]);

  assert.deepEqual(one, two);
  assert.equal((await run(account, one.initdb, ["--version"])).succeeded, true);
  assert.equal(lstatSync(one.postgres).uid, 0);
  assert.equal(readdirSync(fallbackDir).length, 1);
});

test("for root, a copy that does not run is replaced", { skip: !isRoot }, async (t) => {
  const { parent, packageDir } = await aPackage(t);
  const fallbackDir = join(parent, "fallback");
  const account = chooseAccount() ?? assert.fail();
  const { postgres } = await copyBinaries(account, packageDir, fallbackDir);
  writeFileSync(postgres, "");

  await copyBinaries(account, packageDir, fallbackDir);

  assert.equal((await run(account, postgres, ["--version"])).succeeded, true);
  assert.equal(readdirSync(fallbackDir).length, 1);
});

/** A copy of the installed package. */
async function aPackage(t: TestContext) {
  const parent = mkdtempSync(join(tmpdir(), "banter-binaries-"));
  t.after(() => rmSync(parent, { recursive: true, force: true }));
  chmodSync(parent, 0o711);
  const { pg_ctl } = await findBinaries(undefined, parent);
  const packageDir = join(parent, "package");
  mkdirSync(packageDir);
  cpSync(join(pg_ctl, "../../.."), packageDir, { recursive: true, verbatimSymlinks: true });
  return { parent, packageDir };
}
