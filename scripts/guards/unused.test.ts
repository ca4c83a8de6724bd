import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("nothing is exported, and no package installed, that is not used", () => {
  const knip = fileURLToPath(new URL("node_modules/knip/bin/knip.js", `file://${root}`));
  const { status, stdout, stderr } = spawnSync(process.execPath, [knip, "--no-progress", "--no-config-hints"], {
    cwd: root,
    encoding: "utf8",
  });

  assert.equal(status, 0, `${stdout}${stderr}`);
});
