import type { ViolationKind } from "../judge.ts";
import type { Stage } from "../stage.ts";
import { killsInFlight, repeatedWebhooks, traffic } from "./scenarios.ts";

/** A copy of the code with one promise taken out of it, and the fault under which that shows. */
export type BrokenBuild = {
  name: string;
  /** `find` must stand in the file once. */
  change: { file: string; find: string; replace: string };
  run: (stage: Stage) => Promise<void>;
  shows: ViolationKind;
};

export const brokenBuilds: BrokenBuild[] = [
  {
    name: "half of the mail is answered and never stored",
    change: {
      file: "server/store/conversations/mailbox.ts",
      find: "where key is null or id in (select mail_id from claimed)",
      replace: "where (key is null or id in (select mail_id from claimed)) and id % 2 = 0",
    },
    run: traffic,
    shows: "lost",
  },
  {
    name: "an event that was accepted before is accepted again",
    change: {
      file: "server/store/conversations/mailbox.ts",
      find: "or id in (select mail_id from claimed)",
      replace: "or true",
    },
    run: repeatedWebhooks,
    shows: "advanced_twice",
  },
  {
    name: "an attempt whose end nobody knows is made again as if it were the first",
    change: {
      file: "server/runner/outgoing/item.ts",
      find: "isRepeat: isDoubtful || message.possibleDuplicate,",
      replace: "isRepeat: message.possibleDuplicate,",
    },
    run: killsInFlight,
    shows: "unmarked_repeat",
  },
];
