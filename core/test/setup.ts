import { after } from "node:test";
import fc from "fast-check";

// `npm test` loads this before every test file.

// Random values are the same in every run; `SEED=` gives others.
fc.configureGlobal({ seed: Number(process.env.SEED) });

// A test file is reported when its process ends: a handle that a test leaves open would hide its failures.
const isTestFile = process.env.BANTER_TEST_REPORT !== undefined;
if (isTestFile) after(() => void setTimeout(endByForce, 120_000).unref());

function endByForce(): void {
  console.error(`${process.argv[1]} has left open: ${process.getActiveResourcesInfo().join(", ")}`);
  process.exit(1);
}
