import { writeSync } from "node:fs";
import { channels } from "../../server/channels/index.ts";
import { onFailPoint } from "../../server/fail-points.ts";
import { runServer } from "../../server/run-server.ts";
import { postChannel } from "../../server/test/post-channel.ts";

// A server process with the post channel that kills itself at a fail-point: `FAIL_AT=round.after-commit:17` kills it
// when it reaches that point for the seventeenth time.
const { FAIL_AT = "", POST_PER_SECOND } = process.env;
const [point, count] = FAIL_AT.split(":");
let left = Number(count);

onFailPoint((reached) => {
  if (reached !== point || --left > 0) return;
  writeSync(1, `Killed at ${FAIL_AT}\n`);
  process.kill(process.pid, "SIGKILL");
});

const perSecond = POST_PER_SECOND ? Number(POST_PER_SECOND) : Number.POSITIVE_INFINITY;
await runServer({ ...channels, telegram: postChannel({ perSecond, timeoutMs: 10_000 }) });
