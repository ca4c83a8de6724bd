import { DraftDocument } from "@banter/core/flow/document/document.ts";
import { templatesIn } from "@banter/core/flow/document/references.ts";
import { listFields } from "@banter/core/flow/document/walk.ts";
import { isRead } from "@banter/core/flow/lint/gaps.ts";
import { lint } from "@banter/core/flow/lint/lint.ts";
import type { Problem } from "@banter/core/flow/problem.ts";
import { parseTemplate } from "@banter/core/flow/render/template.ts";
import { AppError } from "@banter/core/model/error.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import { pointer } from "@banter/core/model/pointer.ts";
import { isBlank } from "@banter/core/model/text.ts";
import { getFlow, lintContext } from "../../catalog/flows.ts";
import type { ClientDeps } from "../client.ts";
import { callForMember, getChatModel, languageName, type MemberCall, type Refused, requestOf } from "../member-call.ts";
import { tagged } from "../prompt.ts";
import { formIn } from "../read-reply.ts";
import { withRoom } from "./propose-flow.ts";

/** `kept`: the paths of texts that stay as they were, since no translation of them could be used. */
type Translation = { ok: true; draft: JsonObject; problems: Problem[]; kept: string[] };

/** A text that customers read, of a draft. */
type Text = { path: PropertyKey[]; text: string };

/** More texts in one answer than this, and models begin to leave some out. */
const maxTogether = 50;
const maxLength = 4000;
const maxCalls = 20;

/** The draft with the words that customers read in another language. Everything else stays, and nothing is stored. */
export async function translateFlow(
  deps: ClientDeps,
  pageId: string,
  { flowId, language }: { flowId: number; language: string },
): Promise<Translation | Refused> {
  const { draft } = await getFlow(deps.db, pageId, flowId);
  const context = { ...(await lintContext(deps.db, pageId)), flowId };
  const parts = partsOf(textsIn(draft));
  if (parts.length === 0) throw new AppError("conflict", "The flow has no words for customers yet.");
  if (parts.length > maxCalls) throw new AppError("conflict", "The flow is too long to be translated at once.");
  const model = withRoom(await getChatModel(deps, pageId));
  const translated: Text[] = [];
  const kept: string[] = [];
  for (const part of parts) {
    const result = await translateTexts(deps, pageId, part, { model, language });
    if (!Array.isArray(result)) return result;
    translated.push(...result);
  }
  const whole = withTexts(draft, translated);
  // A text that is too long for its place would make a draft that cannot be saved or published.
  const before = lint(draft, context).map(keyOf);
  const faults = lint(whole, context).filter((each) => each.severity === "error" && !before.includes(keyOf(each)));
  const bad = new Set(faults.map(({ path }) => path));
  const good = translated.filter(({ path }) => !bad.has(pointer(path)));
  for (const { path } of parts.flat()) {
    if (!good.some((text) => pointer(text.path) === pointer(path))) kept.push(pointer(path));
  }
  const result = DraftDocument.parse(withTexts(draft, good));
  return { ok: true, draft: result, problems: lint(result, context), kept };
}

const keyOf = ({ code, path }: Problem) => `${code} ${path}`;

function textsIn(draft: unknown): Text[] {
  return listFields(draft)
    .filter(isRead)
    .flatMap(templatesIn)
    .filter(({ text }) =>
      parseTemplate(text).some((piece) => piece.type !== "variable" && /\p{L}/u.test(piece.source)),
    );
}

/** The texts in as many parts as calls are needed. */
function partsOf(texts: Text[]): Text[][] {
  const parts: Text[][] = [];
  let length = 0;
  for (const text of texts) {
    const last = parts.at(-1);
    if (!last || last.length >= maxTogether || length + text.text.length > maxLength) {
      parts.push([text]);
      length = 0;
    } else last.push(text);
    length += text.text.length;
  }
  return parts;
}

const rules = (language: string) => [
  `You translate the texts of a chat bot into ${language}. They are the values of a JSON object.`,
  "- Answer with one JSON object that has the same keys, and the translations as its values. Nothing else.",
  "- Keep tone, lines, marks, names, numbers and web addresses. Titles of buttons stay as short as they are.",
  "- `{{name}}` is filled in later: keep it to the letter. In `{{name ?? words}}` and `{{words|words}}`, translate the",
  "  words only.",
  "- A text that is already in that language stays as it is.",
];

/** The texts that could be translated. Those that have lost a variable are asked for once more. */
async function translateTexts(
  deps: ClientDeps,
  pageId: string,
  texts: Text[],
  { model, language }: Pick<MemberCall, "model"> & { language: string },
): Promise<Text[] | Refused> {
  const done: Text[] = [];
  let open = texts;
  for (let tries = 1; open.length > 0 && tries <= 2; tries++) {
    const data = JSON.stringify(Object.fromEntries(open.map(({ text }, index) => [index + 1, text])));
    const request = requestOf(rules(languageName(language)), [tagged("text", data)]);
    const written = await callForMember(deps, pageId, { model, request, isForCustomer: true, isWhole: true });
    if (!written.ok) return written;
    const form = formIn(written.text) ?? {};
    const given = open.map(({ path, text }, index) => ({ path, text, now: form[index + 1] }));
    open = given.filter(({ text, now }) => !isTranslation(text, now));
    for (const { path, text, now } of given) if (isTranslation(text, now)) done.push({ path, text: now });
  }
  return done;
}

/** The same variables, alternatives and addresses, in other words. */
const isTranslation = (text: string, now: unknown): now is string =>
  typeof now === "string" && !isBlank(now) && signsOf(text) === signsOf(now);

function signsOf(text: string): string {
  const pieces = parseTemplate(text).flatMap((piece) => {
    if (piece.type === "text") return piece.source.match(/https?:\/\/[^\s<>"]+/gi) ?? [];
    return [piece.type === "variable" ? `variable ${piece.name}` : `${piece.type} ${piece.choices.length}`];
  });
  return pieces.sort().join("\n");
}

function withTexts(draft: unknown, texts: Text[]): JsonObject {
  const copy = structuredClone(draft) as JsonObject;
  for (const { path, text } of texts) {
    const holder = path.slice(0, -1).reduce<unknown>((value, key) => (value as never)[key], copy);
    (holder as Record<PropertyKey, unknown>)[path.at(-1) ?? ""] = text;
  }
  return copy;
}
