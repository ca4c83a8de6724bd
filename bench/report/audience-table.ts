import type { BroadcastFigure } from "../jobs/audience/broadcast.ts";
import type { AudienceResult } from "../jobs/audience/j8.ts";
import { growthOf } from "../jobs/soak.ts";
import type { LoadFigure } from "../load/drive.ts";
import { fixed, printRows, spreadOf } from "./print.ts";
import { median } from "./ratios.ts";

export function printAudience({ broadcasts, segment, entry }: AudienceResult): void {
  printRows(
    [
      "J8 broadcast",
      "customers",
      "s",
      "messages/s",
      "of the floor",
      "RSS MB",
      "last quarter, of the second",
      "lost",
      "twice",
    ],
    broadcasts.map((figure) => {
      const { channel, customers, seconds, floors, memory, lost, duplicates } = figure;
      return [
        ...[channel, String(customers), fixed(seconds), fixed(customers / seconds)],
        ...[spreadOf(floors.map((floor) => customers / seconds / floor))],
        ...[
          spreadOf(memory.map(({ megabytes }) => megabytes)),
          fixed(growthOf(memory)),
          String(lost),
          String(duplicates),
        ],
      ];
    }),
  );
  const chats = broadcasts.flatMap((figure) => [
    chatRow(`without the broadcast on ${figure.channel}`, figure, figure.idle),
    chatRow(`during the broadcast on ${figure.channel}`, figure, figure.busy),
    ...ownRows(figure),
  ]);
  printRows(["J8 other pages at 20/s, its own at 5/s", "samples", "p50 ms", "p99 ms", "p99, of the idle one"], chats);
  if (segment)
    console.log(
      `\n${segment.found} of ${segment.customers} customers are in a segment of ten conditions, ` +
        `counted in ${fixed(segment.coldMs)} ms at first, then in ${spreadOf(segment.warmMs)} ms.`,
    );
  if (entry)
    console.log(
      `${entry.customers} customers entered a sequence in ${fixed(entry.seconds)} s, of which the server was down for ` +
        `${fixed(entry.downSeconds)} s after a kill; forgotten ${entry.lost}, twice ${entry.twice}.`,
    );
}

function ownRows({ ownIdle, ownBusy }: BroadcastFigure): string[][] {
  if (ownIdle.length === 0) return [];
  const own = { idle: ownIdle };
  return [chatRow("on its own page without it", own, ownIdle), chatRow("on its own page during it", own, ownBusy)];
}

function chatRow(name: string, { idle }: Pick<BroadcastFigure, "idle">, samples: LoadFigure[]): string[] {
  const idleP99 = median(idle.map(({ p99 }) => p99));
  return [
    ...[name, String(samples.length), spreadOf(samples.map(({ p50 }) => p50)), spreadOf(samples.map(({ p99 }) => p99))],
    spreadOf(samples.map(({ p99 }) => p99 / idleP99)),
  ];
}
