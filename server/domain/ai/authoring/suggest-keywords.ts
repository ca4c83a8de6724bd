import { buildMatcher } from "@banter/core/match/matcher.ts";
import { isObject } from "@banter/core/model/json.ts";
import { type Keyword, Phrase } from "@banter/core/model/keyword.ts";
import { Name } from "@banter/core/model/names.ts";
import { listPublishedFlows } from "../../../store/catalog/flows.ts";
import { listKeywords } from "../../../store/catalog/keywords.ts";
import type { Days } from "../../../store/statistics/statistics-hours.ts";
import { listUnmatched } from "../../../store/statistics/unmatched-turns.ts";
import { groupMessages, type ReceivedText } from "../../statistics/message-groups.ts";
import type { ClientDeps } from "../client.ts";
import { callForMember, getChatModel, type Refused, requestOf } from "../member-call.ts";
import { tagged } from "../prompt.ts";
import { formIn } from "../read-reply.ts";
import { readNames } from "./page-names.ts";
import { withRoom } from "./propose-flow.ts";

type SuggestedKeyword = {
  name: string;
  phrases: string[];
  /** A published flow; null: none of them answers this. */
  flow_id: number | null;
  /** How many of the messages it takes, and some of them. */
  hits: number;
  examples: string[];
};
type Suggestions = { ok: true; examined: number; keywords: SuggestedKeyword[] };

const maxMessages = 2000;
const maxSuggestions = 10;
const maxPhrases = 20;
const maxExamples = 3;
const maxNames = 200;

/**
 * Keywords for messages that nothing has taken. The messages are strangers' words, so that a model may be misled by
 * them: a suggestion stands only if its phrases are found in them, and leads only to flows that are published.
 */
export async function suggestKeywords(
  deps: ClientDeps,
  page: { id: string; timezone: string },
  days: Days,
): Promise<Suggestions | Refused | { ok: false; reason: "malformed" }> {
  const model = withRoom(await getChatModel(deps, page.id));
  const messages = await listUnmatched(deps.db, page.id, days, maxMessages);
  if (messages.length === 0) return { ok: true, examined: 0, keywords: [] };
  const paths = (await readNames(deps.db, page.id)).flow;
  const flows = new Map(
    (await listPublishedFlows(deps.db, page.id)).map(({ id }) => [paths.get(id) ?? "", id] as const),
  );
  const keywords = await listKeywords(deps.db, page.id);
  const request = requestOf(rules, [
    tagged("page", `Flows: ${listed([...flows.keys()])}\nKeywords: ${listed(keywords.map(({ name }) => name))}`),
    ...groupMessages(messages).map(({ count, examples }) => tagged("customer", `${count} × ${examples.join(" / ")}`)),
  ]);
  const written = await callForMember(deps, page.id, { model, request, isWhole: true });
  if (!written.ok) return written;
  const form = formIn(written.text);
  if (!form || !Array.isArray(form.keywords)) return { ok: false, reason: "malformed" };
  const suggested = form.keywords
    .filter(isObject)
    .slice(0, maxSuggestions)
    .flatMap((each) => readSuggestion(each, { flows, messages, zone: page.timezone }));
  return { ok: true, examined: messages.length, keywords: suggested.sort((one, other) => other.hits - one.hits) };
}

const rules = [
  "You suggest keywords for a chat bot. A keyword has a name and phrases; a message that holds one of the phrases as",
  "words starts the keyword's flow. You are given messages that no keyword has taken, with how often they came.",
  'Answer with one JSON object and nothing else: {"keywords": [{"name": "Opening hours", "phrases": ["open", "opening',
  'hours"], "flow": "Hours"}]}.',
  "- Put together messages that want the same. Leave out greetings, thanks and what only one customer means.",
  "- A phrase is one to four words of the messages, as customers write them. Not so common that it fits other messages.",
  "- `flow` is the name of the page's flow that answers them, or null if none does.",
  `- At most ${maxSuggestions} keywords, the most useful first. Not those that the page has already.`,
];

const listed = (names: string[]) =>
  names
    .slice(0, maxNames)
    .map((name) => JSON.stringify(name))
    .join(", ") || "none";

type Found = { flows: ReadonlyMap<string, number>; messages: ReceivedText[]; zone: string };

/** Only phrases that take a message count: the model may have made others up. */
function readSuggestion({ name, phrases, flow }: Record<string, unknown>, found: Found): SuggestedKeyword[] {
  const { flows, messages, zone } = found;
  const named = Name.safeParse(typeof name === "string" ? name.trim().slice(0, 60).trim() : "");
  const given = (Array.isArray(phrases) ? phrases : []).flatMap((phrase) => Phrase.safeParse(phrase).data ?? []);
  const { match } = buildMatcher([{ ...blank, phrases: given.slice(0, maxPhrases) }]);
  const matched = messages.flatMap((message) => {
    const by = match(message.text, { instant: message.at.getTime(), zone });
    return by ? [{ ...message, by: by.phrases }] : [];
  });
  if (!named.success || matched.length === 0) return [];
  return [
    {
      ...{ name: named.data, phrases: [...new Set(matched.flatMap(({ by }) => by))], hits: matched.length },
      flow_id: (typeof flow === "string" && flows.get(flow)) || null,
      examples: groupMessages(matched)
        .slice(0, maxExamples)
        .map(({ examples, text }) => examples[0] ?? text),
    },
  ];
}

const blank: Keyword = {
  ...{ id: 1, name: "", match: "contains_word", phrases: [], require: "any", excludes: [], typos: false, hours: null },
  ...{ flowId: 1, isActivated: true },
};
