import type { BurstResult } from "../jobs/j5.ts";
import type { TimersResult } from "../jobs/j6.ts";
import { growthOf, type SoakResult } from "../jobs/soak.ts";
import type { LoadFigure } from "../load/drive.ts";
import { printAgainst } from "./against-table.ts";
import { printAudience } from "./audience-table.ts";
import { printIdle } from "./idle-table.ts";
import { printNodes } from "./nodes-table.ts";
import { fixed, printRows, spreadOf } from "./print.ts";
import { median } from "./ratios.ts";
import type { Results } from "./results.ts";

/** Prints the jobs that are not measured in jobs per second. */
export function printOthers({ j1, idle, against, reads, burst, timers, audience, soak, nodes }: Results): void {
  if (j1) printMemory(j1.memory);
  if (idle) printIdle(Object.fromEntries(idle.map((each) => [`${each.pages} pages`, each])));
  if (against) printAgainst(against);
  if (reads) printReads(reads);
  if (burst) printBurst(burst);
  if (timers) printTimers(timers);
  if (audience) printAudience(audience);
  if (soak) printSoak(soak);
  if (nodes) printNodes(nodes);
}

function printMemory({ megabytesAtEnd, megabytesLater, laterSeconds }: NonNullable<Results["j1"]>["memory"]): void {
  console.log(
    `\nRSS after the last load at full speed: ${fixed(megabytesAtEnd)} MB, and ${fixed(megabytesLater)} MB ${laterSeconds} s later.`,
  );
}

function printReads(reads: NonNullable<Results["reads"]>): void {
  const rows = Object.entries(reads).map(([name, { bytes, perSecond, serverCpuMs, fromMemory }]) => [
    ...[name, fixed(bytes / 1000), fixed(perSecond), fixed(fromMemory), fixed(perSecond / fromMemory)],
    fixed(serverCpuMs),
  ]);
  printRows(["J4 reads, 16 connections", "kB", "a second", "same bytes from memory", "ratio", "server ms"], rows);
}

/** Each busy sample's p99 is divided by the median of the idle ones. */
function printBurst({ chatPerSecond, idle, busy, burst }: BurstResult): void {
  const { accepted, acceptSeconds, deliverSeconds, throttled, lost } = burst;
  const idleP99 = median(idle.map(({ p99 }) => p99));
  const row = (name: string, samples: LoadFigure[]) => [
    ...[name, String(samples.length), spreadOf(samples.map(({ p50 }) => p50)), spreadOf(samples.map(({ p99 }) => p99))],
    spreadOf(samples.map(({ p99 }) => p99 / idleP99)),
  ];
  printRows(
    [`J5 other pages at ${chatPerSecond}/s`, "samples", "p50 ms", "p99 ms", "p99, of the idle one"],
    [row("without the burst", idle), row("during the burst", busy)],
  );
  console.log(
    `${accepted} sends accepted in ${fixed(acceptSeconds)} s, delivered in ${fixed(deliverSeconds)} s, ` +
      `${throttled} times 429, lost ${lost}.`,
  );
}

function printTimers({ timers, fired, firedSeconds, deliveredSeconds, early, twice, lost }: TimersResult): void {
  const row = [String(timers), String(fired), fixed(firedSeconds), fixed(deliveredSeconds)];
  printRows(
    ["J6 timers", "set", "fired", "last fired after, s", "last delivered after, s", "early", "twice", "lost"],
    [["due within one second, 64 pages", ...row, String(early), String(twice), String(lost)]],
  );
}

function printSoak({ perSecond, figure, samples }: SoakResult): void {
  const step = Math.max(1, Math.floor(samples.length / 12));
  const rows = samples
    .filter((_, index) => index % step === 0)
    .map(({ second, megabytes }) => [...[String(second), fixed(megabytes)]]);
  printRows([`soak at ${perSecond}/s: second`, "RSS MB"], rows);
  console.log(
    `${figure.jobs} jobs, p50 ${fixed(figure.p50)} ms, p99 ${fixed(figure.p99)} ms; ` +
      `RSS of the last quarter ${fixed(growthOf(samples))} of the second.`,
  );
}
