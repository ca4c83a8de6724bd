import type { Payload } from "../../model/payload.ts";
import type { Reading } from "../answers/index.ts";
import type { ParsedDocument } from "../document/document.ts";
import { limits } from "../limits.ts";
import { type Filler, fieldTypes, fillerFor } from "../render/fill.ts";
import type { Run } from "../state.ts";
import type { FailureReason, SkipReason } from "../trace.ts";
import { isOwnField, writeField } from "../fields/customer-fields.ts";
import { note, type OpenTurn } from "./open-turn.ts";
import { spend } from "../work.ts";

/** Who speaks in a turn: a run, or send_content, which has none. */
export type Scene = {
  turn: OpenTurn;
  run: ActiveRun | null;
  filler: Filler;
  /** The run's variables. */
  payload: Payload;
  sendId: number | null;
  messageTag?: string | undefined;
  /** The choices as they were shown, where they are not the step's own words. */
  choices?: string[];
  /** The run has stopped itself. */
  isStopped?: true;
};

/** A run that does not wait: `step` is the one that is being run. */
export type ActiveRun = Omit<Run, "wait">;

/** `document` is the one that the run's templates are of. */
export function openScene(
  turn: OpenTurn,
  run: ActiveRun | null,
  { payload, sendId, messageTag }: Pick<Scene, "payload" | "sendId" | "messageTag">,
  document?: ParsedDocument,
): Scene {
  const filler = fillerFor(turn, () => scene.payload, document);
  const scene: Scene = { turn, run, filler, payload, sendId, messageTag };
  return scene;
}

/** Keeps a value on the customer, in the form of its field. A value that does not fit changes nothing. */
export function save(scene: Scene, field: string, value: string): undefined {
  const { turn } = scene;
  const type = fieldTypes(turn.setup).get(field);
  const isUnknown = type === undefined && !isOwnField(field);
  if (isUnknown && isFull(turn.customer, field)) return skip(scene, "unknown_field", field);
  const storable = value.replaceAll("\0", "\ufffd").slice(0, limits.textLength).toWellFormed();
  spend(turn, storable.length);
  const changed = writeField(turn.customer, field, storable, { type, reading: readingFor(turn) });
  if (changed === undefined) return skip(scene, "value_unfit", field);
  if (isUnknown) skip(scene, "unknown_field", field);
  turn.customer = changed;
  // What the customer has just told counts from now on, not what the run was sent with.
  if (Object.hasOwn(scene.payload, field)) {
    const { [field]: _, ...others } = scene.payload;
    scene.payload = others;
  }
  if (field === "phone" && storable !== "") countPhone(scene);
  return undefined;
}

/** A page's own fields are few; names that only documents know could be ever new ones. */
const isFull = ({ fields }: OpenTurn["customer"], field: string) =>
  !Object.hasOwn(fields, field) && Object.keys(fields).length >= limits.fields;

/** The customer has left a telephone number in the flow, however often they say it. */
export function countPhone({ turn, run }: Scene): undefined {
  if (run) leavePhone(turn, run.flowId);
}

export function leavePhone({ effects }: OpenTurn, flowId: number): void {
  if (effects.some((effect) => effect.type === "phone_left" && effect.flowId === flowId)) return;
  effects.push({ type: "phone_left", flowId });
}

/** A text that grew too long, or too much work, ends the run, before anything is done with the text. */
export function overflowOf({ filler }: Scene): FailureReason | undefined {
  return filler.failure();
}

/** Something could not be done; the run goes on without it. */
export function skip({ turn, run }: Scene, what: SkipReason, name?: string): undefined {
  note(turn, { note: "skipped", what, ...(name !== undefined && { name }), ...(run && { step: run.step }) });
}

/** How the customer's words are read. */
export function readingFor({ customer, setup, now }: Pick<OpenTurn, "customer" | "setup" | "now">): Reading {
  return { locale: customer.locale, zones: [customer.timezone, setup.zone], now, choices: [] };
}
