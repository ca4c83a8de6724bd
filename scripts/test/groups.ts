import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Test files that share a process. */
export type Group = { name: string; files: string[] };

/** Test files by process, in the order of their start. Those that take longest start first. */
export function groupsOf(root: string, files: string[]): Group[] {
  const byArea = Map.groupBy(files, (file) =>
    isAlone(file, readFileSync(join(root, file), "utf8")) ? file : areaOf(file),
  );
  const groups = [...byArea].flatMap(([area, files]) => parts(area, files));
  return groups.sort((one, other) => rankOf(one) - rankOf(other));
}

// The places of files that take long, longest first. Each has a process of its own.
const long = [
  /^e2e\/console-(catalog|channels)/,
  /^e2e\//,
  /^cli\//,
  /^server\/channels\/.*\/conversation\.test/,
  /^server\/(scenarios|supervisor)\//,
  /^widget\/[^/]*$/,
  /^scripts\/(deploy|dev|guards|release|prepare)/,
  /^server\/[^/]*$/,
];

/** Fault tests judge how soon pages answer again, so that nothing else may run beside them. */
export const needsQuiet = (file: string): boolean => /^faults\/[^/]*$/.test(file);

/** Signs of files that would disturb others in their process. */
const disturbing: [reason: string, sign: RegExp][] = [
  ["replaces the timers of the process", /mock\.timers/],
  ["sets the languages of the process", /i18next\.init/],
  ["has a server or browser from its load to the end of the process", /(testNode|openBrowser)\(\{ after \}/],
  ["ends processes", /process\.kill\(|aServerProcess\(|aSupervisedServer\(/],
];

function isAlone(file: string, text: string): boolean {
  return long.some((place) => place.test(file)) || disturbing.some(([, sign]) => sign.test(text));
}

/** The part of the project, whose files load the same modules. */
function areaOf(file: string): string {
  const [part = "", folder = ""] = file.split("/");
  return part === "server" ? `${part}/${folder}` : part;
}

const maxFiles = 15;

/** Neighbours take equally long more often than not: they are dealt out. */
function parts(area: string, files: string[]): Group[] {
  const count = Math.ceil(files.length / maxFiles);
  return Array.from({ length: count }, (_, part) => ({
    name: count > 1 ? `${area} ${part + 1}` : area,
    files: files.filter((_, index) => index % count === part),
  }));
}

function rankOf({ files: [file = ""] }: Group): number {
  const place = long.findIndex((place) => place.test(file));
  return place < 0 ? long.length : place;
}
