import { traitsOf } from "@banter/core/flow/event-traits.ts";
import { insertRuleTurns } from "../../store/audience/rule-turns.ts";
import type { Db } from "../../store/db/db.ts";
import { addToExits } from "../../store/runtime/step-exits.ts";
import {
  type AnswerRow,
  type EarlierTurn,
  insertAnswers,
  listTurnsBefore,
} from "../../store/statistics/person-answers.ts";
import type { CountRow, ReplyRow } from "../../store/statistics/rows.ts";
import { addToDays } from "../../store/statistics/statistics-days.ts";
import { addToHours } from "../../store/statistics/statistics-hours.ts";
import { addToStepDays } from "../../store/statistics/step-days.ts";
import { insertUnmatched } from "../../store/statistics/unmatched-turns.ts";
import type { Counts } from "./counts.ts";

/** A customer who has written more than this since the last reply has waited longer than we tell. */
const maxTurnsBefore = 200;

/** Adds counted news to the statistics of its pages. The caller's transaction makes sure that it counts once. */
export async function saveCounts(db: Db, counted: Counts): Promise<void> {
  const { counts, steps, exits, unmatched, replies, ruleTurns } = counted;
  const answers = replies.length === 0 ? [] : await findAnswers(db, replies);
  const all = [...counts, ...answers.map(answerCount)];
  const ofPage = all.filter(({ key }) => key === "");
  if (ofPage.length > 0) await addToHours(db, ofPage);
  if (all.length > 0) await addToDays(db, all);
  if (steps.length > 0) await addToStepDays(db, steps);
  if (exits.length > 0) await addToExits(db, exits);
  if (ruleTurns.length > 0) await insertRuleTurns(db, ruleTurns);
  if (unmatched.length > 0) await insertUnmatched(db, unmatched);
  if (answers.length > 0) await insertAnswers(db, answers);
}

async function findAnswers(db: Db, replies: ReplyRow[]): Promise<AnswerRow[]> {
  const earlier = Map.groupBy(await listTurnsBefore(db, replies, maxTurnsBefore), ({ replyId }) => replyId);
  return replies.flatMap(({ page_id, id, at, user_id }) => {
    const since = waitingSince(earlier.get(id) ?? []);
    return since ? [{ page_id, id, at, user_id, seconds: Math.round((at - since.getTime()) / 1000) }] : [];
  });
}

const answerCount = ({ page_id, at }: AnswerRow): CountRow => ({
  ...{ page_id, what: "answered_by_person", key: "", count: 1 },
  at: Math.floor(at / 900_000) * 900,
});

/**
 * Since when the customer has waited for the person: since their first input after the last reply of a person that the
 * bot did not answer; or else since their last input, which the bot has handed over. Undefined if the person has
 * answered them before. `earlier` are the customer's turns, newest first.
 */
export function waitingSince(earlier: Omit<EarlierTurn, "replyId">[]): Date | undefined {
  const lastReply = earlier.findIndex(({ isReply }) => isReply);
  const since = (lastReply < 0 ? earlier : earlier.slice(0, lastReply)).filter((turn) => traitsOf(turn).asksForAnswer);
  const unanswered = since.filter(({ outcome }) => outcome === "paused" || outcome === "nothing");
  return (unanswered.at(-1) ?? since[0])?.at;
}
