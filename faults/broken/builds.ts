import type { ViolationKind } from "../check/rules.ts";
import type { Stage } from "../stage.ts";
import { killInFlight, races, repeatedWebhooks, traffic } from "./scenarios.ts";

/** A copy of the code with one promise removed, and the scenario that reveals it. */
export type BrokenBuild = {
  name: string;
  /** `find` must occur once in the file. */
  change: { file: string; find: string; replace: string };
  run: (stage: Stage) => Promise<void>;
  shows: ViolationKind;
};

export const brokenBuilds: BrokenBuild[] = [
  {
    name: "half of the mail is answered and never stored",
    change: {
      file: "server/store/runtime/mailbox.ts",
      find: "where key is null or id in (select mail_id from claimed)",
      replace: "where (key is null or id in (select mail_id from claimed)) and id % 2 = 0",
    },
    run: traffic,
    shows: "lost",
  },
  {
    name: "an event that was accepted before is accepted again",
    change: {
      file: "server/store/runtime/mailbox.ts",
      find: "or id in (select mail_id from claimed)",
      replace: "or true",
    },
    run: repeatedWebhooks,
    shows: "advanced_twice",
  },
  {
    name: "an attempt of unknown result is repeated without a mark",
    change: {
      file: "server/runner/outgoing/item-from-row.ts",
      find: "isRepeat: isUnconfirmed || message.possibleDuplicate,",
      replace: "isRepeat: message.possibleDuplicate,",
    },
    run: killInFlight,
    shows: "unmarked_repeat",
  },
  {
    name: "a timer ends the wait that came after its own",
    change: {
      file: "core/flow/turn/turn.ts",
      find: "each?.id === event.runId && each.wait.turn === event.turn",
      replace: "each?.id === event.runId",
    },
    run: races,
    shows: "stale_timer",
  },
];
