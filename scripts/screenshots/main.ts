import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Console, openConsole } from "../../e2e/console/console.ts";
import { builderScreens } from "./builder-screens.ts";
import { fillPages } from "./page.ts";
import { isDrawn, screens } from "./screens.ts";
import { readWords } from "./words.ts";

// npm run screenshots: pictures of the console's screens in docs/screenshots, wide in light colours and narrow in dark
// ones. Words on the command line choose screens by name. `--vietnamese` takes wide dark and narrow light ones in
// Vietnamese, in a folder for temporary files: they are for looking at.
const given = process.argv.slice(2);
const isVietnamese = given.includes("--vietnamese");
const words = given.filter((word) => !word.startsWith("--"));
const folder = isVietnamese
  ? join(tmpdir(), "banter-screenshots")
  : fileURLToPath(new URL("../../docs/screenshots", import.meta.url));
const sizes = [
  { size: "wide", viewport: { width: 1280, height: 800 }, colorScheme: isVietnamese ? "dark" : "light" },
  { size: "narrow", viewport: { width: 390, height: 844 }, colorScheme: isVietnamese ? "light" : "dark" },
] as const;
const undo: (() => Promise<unknown>)[] = [];
const run = { after: (work: () => Promise<unknown>) => void undo.push(work) };

try {
  const started = await openConsole(run, { allowPrivateHosts: ["127.0.0.1"] });
  const failed = await take(started);
  console.log(`The pictures are in ${folder}.`);
  if (failed.length > 0) console.error(`Not taken: ${failed.join(", ")}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  for (const work of undo.reverse()) await work();
}

/** Returns the screens that could not be opened. */
async function take(started: Console): Promise<string[]> {
  const say = await readWords(isVietnamese ? "vi" : "en");
  const shown = await fillPages(run, started);
  const failed: string[] = [];
  for (const { name, path, prepare, isPublic } of [...screens(shown, say), ...builderScreens(shown, say)]) {
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
    for (const { size, viewport, colorScheme } of sizes) {
      const locale = isVietnamese ? "vi-VN" : "en-US";
      const options = { viewport, locale, colorScheme, reducedMotion: "reduce" as const, expectErrors: true };
      const tab = await (isPublic ? started.open(run, path, options) : started.openAs(run, "owner", path, options));
      tab.setDefaultTimeout(20_000);
      try {
        await isDrawn(tab);
        await prepare?.(tab, { started, run, isNarrow: size === "narrow" });
        await isDrawn(tab);
        await tab.screenshot({ path: join(folder, size, `${name}.png`), animations: "disabled" });
        console.log(`${name}, ${size}`);
      } catch (error) {
        console.error(`${name}, ${size}: ${error}`);
        failed.push(`${name}, ${size}`);
      }
      await tab.close();
    }
  }
  return failed;
}
