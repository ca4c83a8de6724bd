import { parseTemplate, type TemplatePiece } from "@banter/core/flow/render/template.ts";
import { customerFields, variables } from "@banter/core/model/variables.ts";
import type { TFunction } from "i18next";
import type { Names } from "../edit/copy.ts";

/** A piece of a text as people read it: words, or the name of something that is filled in for each customer. */
type ShownPiece = { text: string; isFilledIn: boolean; hint?: string };

type Say = TFunction<"builder">;
type Labels = Pick<Names, "fieldLabels">;

/** A text of a flow with names in place of braces. The sources of the pieces are not kept. */
export function shownPieces(text: string, names: Labels, say: Say): ShownPiece[] {
  return parseTemplate(text).map((piece) => shownPiece(piece, names, say));
}

/** The same as plain text, for lists and screen readers: "Hello [First name]". */
export function shownText(text: string, names: Labels, say: Say): string {
  return shownPieces(text, names, say)
    .map((piece) => (piece.isFilledIn ? `[${piece.text}]` : piece.text))
    .join("");
}

/** A field or another variable as its owner calls it, as in the forms. */
export function variableName(name: string, { fieldLabels }: Labels, say: Say): string {
  const isBuiltIn = [...customerFields, ...variables].some((known) => known === name);
  return isBuiltIn ? say(`variables.names.${name}`) : (fieldLabels.get(name) ?? name);
}

function shownPiece(piece: TemplatePiece, names: Labels, say: Say): ShownPiece {
  if (piece.type === "text") return { text: piece.source, isFilledIn: false };
  if (piece.type !== "variable") return { text: piece.choices.map((one) => one.trim()).join(" / "), isFilledIn: true };
  const { name, fallback } = piece;
  const text = variableName(name, names, say);
  return { text, isFilledIn: true, ...(fallback && { hint: say("canvas.ifEmpty", { fallback }) }) };
}
