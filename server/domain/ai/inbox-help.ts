import { cutAnswer } from "@banter/core/flow/ai/cut-answer.ts";
import { usualThreshold } from "@banter/core/knowledge/threshold.ts";
import { AppError } from "@banter/core/model/error.ts";
import { type Passage, searchKnowledge } from "../knowledge/search.ts";
import type { ClientDeps } from "./client.ts";
import { readMessages } from "./conversation.ts";
import { embeddingsOf } from "./embeddings.ts";
import {
  callForMember,
  getChatModel,
  languageName,
  type MemberCall,
  type Refused,
  requestOf,
  type Written,
} from "./member-call.ts";
import { shownPassages, tagged } from "./prompt.ts";
import type { ChatMessage } from "./protocols/protocol.ts";

/** The conversation that a member wants help in. */
type Place = { pageId: string; psid: string };

/** The limits of a composer, of a summary and of a translated text. */
const maxLength = { reply: 2000, summary: 3000, translation: 5000 };

const maxPassages = 6;

/** Words for the customer's newest message, from the conversation and the page's knowledge. Nothing is sent. */
export async function suggestReply(
  deps: ClientDeps,
  place: Place,
): Promise<(Written & { ok: true; passages: Passage[] }) | Refused> {
  const model = await getChatModel(deps, place.pageId);
  const messages = await readMessages(deps.db, { ...place, limit: 30 });
  const question = messages.findLast(({ from }) => from === "customer")?.text;
  if (question === undefined) throw new AppError("conflict", "The customer has not written yet.");
  const embeddings = await embeddingsOf(deps, place.pageId);
  const options = { sources: "all" as const, limit: maxPassages, embeddings };
  const found = await searchKnowledge(deps.db, place.pageId, question, options);
  const passages = found.filter(({ score }) => score >= usualThreshold);
  const request = requestOf(
    [
      "You draft a reply for a member of a team that answers customers. The member reads it, changes it and sends it.",
      "- Answer the customer's newest message, in the language of that message, briefly and politely.",
      "- State only what the passages or the page's earlier messages hold. Never invent prices, times or promises.",
      "- Where you do not know something, write that the team will find it out.",
      "- Write the words of the reply only.",
    ],
    [...shownPassages(passages), ...conversationText(messages)],
  );
  const helped = await ask(deps, place, { model, request, max: maxLength.reply, isForCustomer: true });
  return helped.ok ? { ...helped, passages } : helped;
}

/** A summary for a member who takes the conversation over. */
export async function sumUp(deps: ClientDeps, place: Place, language: string): Promise<Written> {
  const model = await getChatModel(deps, place.pageId);
  const messages = await readMessages(deps.db, { ...place, limit: 200 });
  if (messages.length === 0) throw new AppError("conflict", "Nothing was written in this conversation yet.");
  const request = requestOf(
    [
      "You sum up a conversation between a customer and a page for a member of the page's team.",
      `- Write in ${languageName(language)}, in at most eight short sentences.`,
      "- Say what the customer wants, what was answered and promised, and what is still open.",
      "- State only what the conversation holds.",
    ],
    conversationText(messages),
  );
  return ask(deps, place, { model, request, max: maxLength.summary });
}

/** The text in the member's language; with null, in the one that the customer writes. */
export async function translate(
  deps: ClientDeps,
  place: Place,
  { text, language }: { text: string; language: string | null },
): Promise<Written> {
  const model = await getChatModel(deps, place.pageId);
  const messages = language === null ? await readMessages(deps.db, { ...place, limit: 30 }) : [];
  const samples = messages.filter(({ from }) => from === "customer").slice(-5);
  if (language === null && samples.length === 0) throw new AppError("conflict", "The customer has not written yet.");
  const into = language === null ? "the language of the customer's messages" : languageName(language);
  const request = requestOf(
    [
      `You translate the text into ${into}. Keep its tone, its lines, its names and its numbers.`,
      "- A text that is already in that language stays as it is.",
      "- Write the translation only.",
    ],
    [...conversationText(samples), tagged("text", text)],
  );
  return ask(deps, place, { model, request, max: maxLength.translation, isForCustomer: language === null });
}

const conversationText = (messages: readonly ChatMessage[]) => messages.map(({ from, text }) => tagged(from, text));

async function ask(
  deps: ClientDeps,
  { pageId }: Place,
  { max, ...call }: MemberCall & { max: number },
): Promise<Written> {
  const written = await callForMember(deps, pageId, call);
  return written.ok ? { ok: true, text: cutAnswer(written.text, max) } : written;
}
