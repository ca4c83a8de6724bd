import assert from "node:assert/strict";
import { test } from "node:test";
import { code, readFiles } from "./files.ts";

/** Files whose times concern this machine alone, or the clock itself. */
const ownClock = [
  // Names, headers and ages of files on this machine.
  ...["server/backup/backup-file.ts", "server/backup/backup.ts"],
  ...["server/media/temporary-files.ts", "server/store/db/embedded/postmaster.ts"],
  // Compare this machine's clock with others.
  ...["server/doctor/address.ts", "server/doctor/database.ts", "server/metrics/installation.ts"],
  ...["server/store/health/database-clock.ts", "server/domain/people/database-times.ts"],
  ...["server/outbound/retry-after.ts", "server/channels/line/deliver.ts"],
];

test("the server reads the database's clock: those of its machines may be wrong", () => {
  const found = readFiles(code)
    .filter(({ path }) => /^(core|server)\//.test(path) && !/\.test\.ts$|\/test\//.test(path))
    .filter(({ text }) => /\bDate\.now\(\)|\bnew Date\(\)/.test(text))
    .map(({ path }) => path);

  assert.deepEqual(found.sort(), ownClock.toSorted());
});
