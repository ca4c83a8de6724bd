import { chmodSync, mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { channels } from "../../server/channels/index.ts";
import { readConfig } from "../../server/config/config.ts";
import { type Node, startNode } from "../../server/node.ts";
import { openDatabase } from "../../server/store/db/open.ts";
import { log } from "../../server/test/app.ts";
import { signedIn } from "../../server/test/people.ts";
import { analyze } from "./fill.ts";
import { measureCalls } from "./measure.ts";
import { digestedPart, makeBigPage } from "./page.ts";

// npm run bench -- big-page: fills a page with 200,000 customers and 2,000,000 messages of 180 days, waits for its read
// models, and measures every call of the screens. A `--folder` of an earlier run is measured again. `--serve` keeps the
// server running after that, with a login.
const { values } = parseArgs({
  options: {
    folder: { type: "string" },
    customers: { type: "string", default: "200000" },
    messages: { type: "string", default: "2000000" },
    serve: { type: "boolean", default: false },
  },
});
const aimMs = 200;
const times = 40;

const folder = realpathSync(makeFolder(values.folder));
const config = { ...readConfig({}), dataDir: join(folder, "data"), host: "127.0.0.1", port: values.serve ? 3000 : 0 };
const opened = await openDatabase(config, { say, onError: (error) => log.warn({ err: error }), name: "bench" });
let node: Node | undefined;

try {
  const size = { customers: Number(values.customers), messages: Number(values.messages), days: 180 };
  say(`Filling a page in ${folder}: ${size.customers} customers, ${size.messages} messages.`);
  const { owner, target } = await makeBigPage({ db: opened.db, channels }, opened.db.url, size);
  // A server that starts looks for pages with history.
  node = await startNode({ db: opened.db, config, log, channels });
  await untilDigested(target.pageId);
  await analyze(opened.db.url);
  const figures = await measureCalls(node.baseUrl, await signedIn(node.baseUrl, owner), target, times);
  const ms = (value: number) => value.toFixed(1).padStart(8);
  say(`${"call".padEnd(28)}${"p50 ms".padStart(8)}${"p95 ms".padStart(8)}${"max ms".padStart(8)}`);
  for (const { name, p50, p95, max } of figures)
    say(`${name.padEnd(28)}${ms(p50)}${ms(p95)}${ms(max)}${p95 > aimMs ? "  too slow" : ""}`);
  if (figures.some(({ p95 }) => p95 > aimMs)) process.exitCode = 1;
  if (values.serve) {
    say(`\n${node.baseUrl}/pages/${target.pageId}  ${owner.email}  ${owner.password}\nCtrl-C ends it.`);
    await new Promise((resolve) => process.once("SIGINT", resolve));
  }
} finally {
  await node?.stop();
  await opened.close();
}

async function untilDigested(pageId: string): Promise<void> {
  const startedAt = performance.now();
  for (let told = 0; ; ) {
    const { part, isDone } = await digestedPart(opened.db, pageId);
    if (isDone) break;
    if (part - told >= 0.1) {
      told = part;
      say(`${Math.floor(part * 100)} % of the read models`);
    }
    await sleep(500);
  }
  say(`Read models complete after ${Math.round((performance.now() - startedAt) / 1000)} s.`);
}

/** PostgreSQL may run as another user, who must be able to enter the folder. */
function makeFolder(given: string | undefined): string {
  const made = given ?? mkdtempSync(join(tmpdir(), "banter-big-page-"));
  mkdirSync(made, { recursive: true });
  chmodSync(made, 0o711);
  return made;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
