import type { Payload } from "../../model/payload.ts";
import type { Reading } from "../answers/reading.ts";
import type { ParsedDocument } from "../document/document.ts";
import { isOwnField, writeField } from "../fields/customer-fields.ts";
import { fieldTypes } from "../fields/field-types.ts";
import { limits } from "../limits.ts";
import type { MessageReference, OutgoingMessage } from "../outgoing.ts";
import { recordNote } from "../record-trace.ts";
import { type Filler, fillerFor } from "../render/fill.ts";
import type { Run } from "../state.ts";
import type { FailureReason, SkipReason } from "../trace.ts";
import type { OpenTurn } from "./open-turn.ts";
import { spend } from "./work.ts";

/** One step of a run, or the content of send_content, which has no run. Actions are performed on it. */
export type Scene = {
  turn: OpenTurn;
  run: ActiveRun | null;
  filler: Filler;
  /** The variables of the run. */
  payload: Payload;
  sendId: number | null;
  messageTag?: string | undefined;
  /** The message that the first one answers. */
  quoted?: MessageReference | undefined;
  /** The customer is waiting for its messages. */
  isReply: boolean;
  /** Nobody has asked for its messages, nor for the flows that it starts. */
  isPlanned?: true | undefined;
  /** The choices as sent, if filling changed them. */
  choices?: string[];
  /** The private reply to a comment is sent: these messages wait for the customer's answer. */
  unsent?: OutgoingMessage[];
  /** The name of the rule whose actions are performed. */
  rule?: string | undefined;
  /** The run has stopped its own sequence. */
  isStopped?: true;
};

/** A run that does not wait. `step` is the current step. */
export type ActiveRun = Omit<Run, "wait">;

type SceneStart = Pick<Scene, "payload" | "sendId" | "messageTag" | "quoted" | "rule" | "isPlanned"> & {
  isReply?: boolean;
};

/** `document` is the run's current document, for its cached templates. */
export function openScene(
  turn: OpenTurn,
  run: ActiveRun | null,
  { payload, sendId, messageTag, quoted, rule, isPlanned, isReply = false }: SceneStart,
  document?: ParsedDocument,
): Scene {
  const filler = fillerFor(turn, () => scene.payload, document);
  const scene: Scene = { turn, run, filler, payload, sendId, messageTag, quoted, rule, isPlanned, isReply };
  return scene;
}

/** Saves a value in a field of the customer. A value that does not fit the field's type is skipped. */
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
  // The new value replaces the variable of this name that the run was sent with.
  if (Object.hasOwn(scene.payload, field)) {
    const { [field]: _, ...others } = scene.payload;
    scene.payload = others;
  }
  if (field === "phone" && storable !== "") countPhone(scene);
  return undefined;
}

/** Bounds the fields that the page does not have: their names come from documents and may always be new. */
const isFull = ({ fields }: OpenTurn["customer"], field: string) =>
  !Object.hasOwn(fields, field) && Object.keys(fields).length >= limits.fields;

/** Counts a phone number that the customer left in the flow, once per turn. */
export function countPhone({ turn, run }: Scene): undefined {
  if (run) leavePhone(turn, run.flowId);
}

export function leavePhone({ effects }: OpenTurn, flowId: number): void {
  if (effects.some((effect) => effect.type === "phone_left" && effect.flowId === flowId)) return;
  effects.push({ type: "phone_left", flowId });
}

/** The reason to fail the run if a text grew too long or the turn did too much work. Asked before using a text. */
export function overflowOf({ filler }: Scene): FailureReason | undefined {
  return filler.failure();
}

/** Records that something could not be done. The run goes on without it. */
export function skip({ turn, run }: Scene, what: SkipReason, name?: string): undefined {
  recordNote(turn, { note: "skipped", what, ...(name !== undefined && { name }), ...(run && { step: run.step }) });
}

/** How to read the words of this customer. */
export function readingFor({ customer, setup, now }: Pick<OpenTurn, "customer" | "setup" | "now">): Reading {
  return { locale: customer.locale, zones: [customer.timezone, setup.zone], now, choices: [] };
}
