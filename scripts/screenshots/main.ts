import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Console, openConsole } from "../../e2e/console/console.ts";
import { aiScreens } from "./ai-screens.ts";
import { builderScreens } from "./builder-screens.ts";
import { fillPages } from "./page.ts";
import { isDrawn, screens } from "./screens.ts";
import { readWords } from "./words.ts";

// npm run screenshots: pictures of the console's screens in data/screenshots, wide in light colours and narrow in dark
// ones. Those that pages of docs show are replaced there. Words on the command line choose screens by name.
// `--vietnamese` takes wide dark and narrow light ones in Vietnamese, which are for looking at only.
const given = process.argv.slice(2);
const isVietnamese = given.includes("--vietnamese");
const words = given.filter((word) => !word.startsWith("--"));
const folderOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const folder = folderOf(`data/screenshots/${isVietnamese ? "vi" : "en"}`);
const shownInDocs = folderOf("docs/screenshots");
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
  for (const { name, path, prepare, isPublic } of [
    ...screens(shown, say),
    ...builderScreens(shown, say),
    ...aiScreens(shown, say),
  ]) {
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
        const picture = join(folder, size, `${name}.png`);
        await tab.screenshot({ path: picture, animations: "disabled" });
        const inDocs = join(shownInDocs, size, `${name}.png`);
        if (!isVietnamese && existsSync(inDocs)) copyFileSync(picture, inDocs);
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
