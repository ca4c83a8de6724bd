import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Test files that share a process. */
export type Group = { name: string; files: string[] };

/** Test files by process, in the order of their start. The tests in `changed` folders come first. */
export function groupsOf(root: string, files: string[], changed: Set<string>): Group[] {
  const isFirst = (file: string) => changed.has(dirname(file));
  return [true, false].flatMap((first) =>
    groupsByStage(
      root,
      files.filter((file) => isFirst(file) === first),
    ),
  );
}

function groupsByStage(root: string, files: string[]): Group[] {
  const byArea = Map.groupBy(files, (file) => {
    const text = readFileSync(join(root, file), "utf8");
    if (isAlone(file, text)) return file;
    return hasServer.test(text) ? `${areaOf(file)} ${withServers}` : areaOf(file);
  });
  const groups = [...byArea].flatMap(([area, files]) => parts(area, files));
  return groups.sort((one, other) => stageOf(one) - stageOf(other));
}

const publicRoutes = /^server\/http\/routes\/[^/]*$/;

/**
 * Quick tests come first, so that a mistake shows soon. Groups that take long start before others, and the last ones
 * are short: they would leave a processor without work at the end.
 */
const stages = [
  /^(core|sdk|console)\//,
  /^scripts\/(guards|test)\//,
  /^server\/boundaries/,
  publicRoutes,
  /^(e2e\/screens|faults\/)/,
  /^server\/store\//,
  /^server\/http\//,
  /^server\/(?!channels|runner|scenarios|supervisor)/,
  /^(e2e|cli)\//,
  /^server\/channels\/.*\/conversation\.test/,
  /^server\/(channels|runner)\//,
  /^(scripts|bench|widget)\//,
  /^server\/(scenarios|supervisor)\//,
];

/** Files that take long. Each has a process of its own. */
const long = [
  /^cli\//,
  /^server\/channels\/.*\/conversation\.test/,
  /^server\/(scenarios|supervisor)\//,
  /^scripts\/(deploy|dev|guards|release|prepare)/,
  /^server\/[^/]*$/,
  /^faults\/[^/]*$/,
  /^e2e\/screens/,
];

/** Signs of files that would disturb others in their process. */
const disturbing: [reason: string, sign: RegExp][] = [
  ["replaces the timers of the process", /mock\.timers/],
  ["sets the languages of the process", /i18next\.init/],
  ["ends processes", /process\.kill\(|aServerProcess\(|aSupervisedServer\(/],
];

/** Files that have a server from their load to the end of the process. */
const hasServer = /testNode\(\{ after \}/;
const withServers = "with servers";

function isAlone(file: string, text: string): boolean {
  return long.some((place) => place.test(file)) || disturbing.some(([, sign]) => sign.test(text));
}

/**
 * The part of the project, whose files load the same modules. Small parts of the server are one. The public API's
 * routes are apart from the management API's, so that a mistake in them shows soon.
 */
function areaOf(file: string): string {
  const [part = "", folder = ""] = file.split("/");
  if (publicRoutes.test(file)) return "server/http/routes";
  const isLarge = ["channels", "domain", "http", "runner", "store"].includes(folder);
  return part === "server" && isLarge ? `${part}/${folder}` : part;
}

/** Browser tests take longer than others. Servers of one process run beside each other until it ends. */
function maxFiles(area: string): number {
  if (area === "e2e" || area === "widget") return 3;
  return area.endsWith(withServers) ? 5 : 20;
}

/** Neighbours take equally long more often than not: they are dealt out. */
function parts(area: string, files: string[]): Group[] {
  const count = Math.ceil(files.length / maxFiles(area));
  return Array.from({ length: count }, (_, part) => ({
    name: count > 1 ? `${area} ${part + 1}` : area,
    files: files.filter((_, index) => index % count === part),
  }));
}

function stageOf({ files: [file = ""] }: Group): number {
  const stage = stages.findIndex((place) => place.test(file));
  return stage < 0 ? stages.length : stage;
}
