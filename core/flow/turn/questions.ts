import type { Reading } from "../answers/reading.ts";
import type { Attachment } from "../event.ts";
import { writeField } from "../fields/customer-fields.ts";
import { fieldTypes } from "../fields/field-types.ts";
import { recordTrigger } from "../record-trace.ts";
import type { ConversationState, Run } from "../state.ts";
import type { Reply } from "../steps/define.ts";
import { stepTypes } from "../steps/index.ts";
import type { OpenTurn } from "./open-turn.ts";
import { readingFor } from "./scene.ts";

/** The runs that wait for a reply: the main run first, then the sequences, newest first. */
export function listQuestions({ main, sequences }: ConversationState): Run[] {
  const beside = sequences.filter(({ wait }) => wait.type === "ask");
  beside.sort((one, other) => other.wait.turn - one.wait.turn || other.id - one.id);
  return main?.wait.type === "ask" ? [main, ...beside] : beside;
}

/** The first question that the text answers, and the answer in the form it is stored in. */
export function findFitting(
  turn: OpenTurn,
  text: string,
  attachments: readonly Attachment[],
): { run: Run; reply: Reply } | undefined {
  for (const run of listQuestions(turn.state)) {
    const reply = readReply(turn, run, text, attachments);
    recordTrigger(turn, {
      on: "question",
      verdict: reply === undefined ? "unfit" : "fits",
      flow: run.flowId,
      step: run.step,
    });
    if (reply !== undefined) return { run, reply };
  }
  return undefined;
}

/** True if the text is one of the choices of a question that waits. */
export const isChoice = (turn: OpenTurn, text: string): boolean =>
  listQuestions(turn.state).some((run) => {
    const step = turn.setup.document(run.flowId, run.version)?.steps.get(run.step);
    return step?.type === "ask" && step.accept === "choice" && readReply(turn, run, text, []) !== undefined;
  });

function readReply(
  turn: OpenTurn,
  { flowId, version, step: name, wait }: Run,
  text: string,
  attachments: readonly Attachment[],
): Reply | undefined {
  const step = turn.setup.document(flowId, version)?.steps.get(name);
  // The type and the settings of a step belong together, but the compiler cannot see it through the table.
  const read = step && (stepTypes[step.type].readReply as ReadReply | undefined);
  if (!read) return undefined;
  const sentChoices = wait.type === "ask" ? wait.choices : undefined;
  const reading = { ...readingFor(turn), choices: sentChoices ?? [], attachments };
  const reply = read(step, text, reading);
  if (reply?.field === undefined) return reply;
  // A value that does not fit the field could not be saved, so it does not count as an answer.
  const type = fieldTypes(turn.setup).get(reply.field);
  return writeField(turn.customer, reply.field, reply.value, { type, reading }) && reply;
}

type ReadReply = (step: unknown, text: string, reading: Reading) => Reply | undefined;
