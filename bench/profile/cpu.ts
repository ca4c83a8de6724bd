import { readFileSync } from "node:fs";
import { fixed, printRows } from "../report/print.ts";

type Profile = {
  nodes: { id: number; callFrame: CallFrame }[];
  samples: number[];
  timeDeltas: number[];
};
type CallFrame = { functionName: string; url: string; lineNumber: number };

/** A period in seconds since the server's start, and the jobs done in it. */
export type Window = { from: number; to: number; jobs: number };

/** Prints the server's own time by area (folder or package), then by function, without the functions they call. */
export function printProfile(file: string, { from, to, jobs }: Window): void {
  const profile = JSON.parse(readFileSync(file, "utf8")) as Profile;
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const [areas, functions] = [new Map<string, number>(), new Map<string, number>()];
  let at = 0;
  profile.samples.forEach((id, index) => {
    const ms = (profile.timeDeltas[index] ?? 0) / 1000;
    at += ms;
    const frame = frames.get(id);
    if (at < from * 1000 || at > to * 1000 || !frame || frame.functionName === "(idle)") return;
    add(areas, areaOf(frame), ms);
    add(functions, `${frame.functionName || "(anonymous)"} ${placeOf(frame)}`, ms);
  });
  print("area", areas, jobs, 25);
  print("function", functions, jobs, 30);
}

function add(sums: Map<string, number>, name: string, ms: number): void {
  sums.set(name, (sums.get(name) ?? 0) + ms);
}

function print(what: string, sums: Map<string, number>, jobs: number, top: number): void {
  const busy = [...sums.values()].reduce((sum, ms) => sum + ms, 0);
  const sorted = [...sums].sort(([, one], [, other]) => other - one).slice(0, top);
  const rows = sorted.map(([name, ms]) => [name, `${fixed((ms / busy) * 100)} %`, fixed((ms / jobs) * 1000)]);
  printRows([`server, by ${what}`, "of its time", "µs a job"], rows);
}

const placeOf = ({ url, lineNumber }: CallFrame) =>
  url ? `${url.replace(root, "").replace("node_modules/", "")}:${lineNumber + 1}` : "";

/** `(program)` is native code outside any function, mostly system calls. */
function areaOf({ url, functionName }: CallFrame): string {
  if (url === "") return functionName.startsWith("(") ? functionName : "built-in functions";
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (name && !url.includes("/@banter/")) return name;
  if (url.startsWith("node:")) return "node";
  return url.replace(root, "").split("/").slice(0, 2).join("/");
}

const root = new URL("../..", import.meta.url).href;
