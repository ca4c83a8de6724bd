import { after } from "node:test";
import fc from "fast-check";

// `npm test` loads this before every test file.

// What is drawn at random is the same each time; `SEED=` draws anew.
fc.configureGlobal({ seed: Number(process.env.SEED) });

// A file is told of when its process ends: what a test left open would hide every failure of it for good.
const isTestFile = process.env.NODE_TEST_CONTEXT !== undefined;
if (isTestFile) after(() => void setTimeout(endByForce, 120_000).unref());

function endByForce(): void {
  console.error(`${process.argv[1]} has left open: ${process.getActiveResourcesInfo().join(", ")}`);
  process.exit(1);
}
