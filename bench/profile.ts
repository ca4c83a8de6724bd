import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
};

/** Prints the functions in which most time was spent themselves, after so many seconds, and the same by package. */
export function printProfile(file: URL, { from = 0, top = 25 }: { from?: number; top?: number }): void {
  const profile = JSON.parse(readFileSync(file, "utf8")) as Profile;
  const places = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const byFunction = new Map<string, number>();
  const byPackage = new Map<string, number>();
  let at = 0;
  let busy = 0;
  profile.samples.forEach((id, index) => {
    const ms = (profile.timeDeltas[index] ?? 0) / 1000;
    at += ms;
    const place = places.get(id);
    if (at < from * 1000 || !place || place.functionName === "(idle)") return;
    busy += ms;
    add(byFunction, `${place.functionName || "(anonymous)"} ${whereOf(place)}`, ms);
    add(byPackage, packageOf(place), ms);
  });
  console.log(`\n${fileURLToPath(file)}: ${Math.round(busy)} ms busy of ${Math.round(at - from * 1000)} ms`);
  print(byPackage, busy, top);
  print(byFunction, busy, top);
}

function add(sums: Map<string, number>, name: string, ms: number): void {
  sums.set(name, (sums.get(name) ?? 0) + ms);
}

function print(sums: Map<string, number>, busy: number, top: number): void {
  console.log("");
  for (const [name, ms] of [...sums].sort(([, one], [, other]) => other - one).slice(0, top)) {
    console.log(`${((ms / busy) * 100).toFixed(1).padStart(5)} %  ${ms.toFixed(0).padStart(6)} ms  ${name}`);
  }
}

type CallFrame = Profile["nodes"][number]["callFrame"];

const whereOf = ({ url, lineNumber }: CallFrame) =>
  url ? `${url.replace(root, "").replace("node_modules/", "")}:${lineNumber + 1}` : "";

/** `(program)` is native code outside any function: system calls, mostly. */
function packageOf({ url, functionName }: CallFrame): string {
  if (url === "") return functionName.startsWith("(") ? functionName : "built-in functions";
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (name && !url.includes("/@banter/")) return name;
  if (url.startsWith("node:")) return "node";
  return url.replace(root, "").split("/").slice(0, 2).join("/");
}

const root = new URL("..", import.meta.url).href;

const [, script = "", given, from = "0"] = process.argv;
if (pathToFileURL(script).href === import.meta.url && given)
  printProfile(pathToFileURL(given), { from: Number(from), top: 40 });
