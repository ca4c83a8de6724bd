import { secretNameOf } from "../secret-name.ts";
import { parseTemplate } from "./template.ts";

/**
 * A text of a call, filled in but for the page's secrets. They stay names until the call is made, so that no turn,
 * trace or row holds a value. Since names are no text, a customer who writes `{{secret.key}}` gets no secret sent.
 */
export type SecretText = string | SecretPiece[];
type SecretPiece = string | { secret: string };

/** Fills a template around the secrets in it. */
export function fillAroundSecrets(template: string, fill: (template: string) => string): SecretText {
  const pieces = piecesOf(template);
  if (pieces.every((piece) => typeof piece === "string")) return fill(template);
  return pieces.map((piece) => (typeof piece === "string" ? fill(piece) : piece));
}

/** The whole text. `values` has every secret of `secretsIn`; `toPlace` escapes them for the place of the text. */
export function withSecretValues(
  text: SecretText,
  values: ReadonlyMap<string, string>,
  toPlace: (value: string) => string,
): string {
  if (typeof text === "string") return text;
  return text.map((piece) => (typeof piece === "string" ? piece : toPlace(values.get(piece.secret) ?? ""))).join("");
}

/** The text with the names of secrets as they stand in its template, to be shown. */
export function withSecretNames(text: SecretText): string {
  if (typeof text === "string") return text;
  return text.map((piece) => (typeof piece === "string" ? piece : `{{secret.${piece.secret}}}`)).join("");
}

/** The names of secrets in a filled text. */
export function secretsIn(text: SecretText): string[] {
  return typeof text === "string" ? [] : text.flatMap((piece) => (typeof piece === "string" ? [] : [piece.secret]));
}

/** The names of secrets in a template. */
export const secretsOfTemplate = (template: string): string[] => secretsIn(piecesOf(template));

function piecesOf(template: string): SecretPiece[] {
  const pieces: SecretPiece[] = [];
  let text = "";
  for (const part of parseTemplate(template)) {
    const secret = part.type === "variable" ? secretNameOf(part.name) : undefined;
    if (secret === undefined) {
      text += part.source;
      continue;
    }
    if (text !== "") pieces.push(text);
    text = "";
    pieces.push({ secret });
  }
  if (text !== "") pieces.push(text);
  return pieces;
}
