import type { KeywordMatch } from "@banter/core/model/keyword.ts";
import type { PageFile } from "@banter/core/page-file/schema.ts";

/** A text of a customer and the codes of the two messages that answer it. */
export type Answer = { text: string; codes: [string, string] };

/**
 * A page with keywords. Customers write ten of them, which are spread among the others; each starts its own flow of two
 * messages, so that every message identifies the text that it answers.
 */
export function benchPage(keywordCount: number): Partial<PageFile> {
  const others = Array.from({ length: keywordCount - answered.length }, (_, index) => otherKeyword(index));
  const step = Math.floor(others.length / answered.length);
  const keywords = answered.flatMap(({ name, match, phrase }, index) => [
    ...others.slice(index * step, index === answered.length - 1 ? others.length : (index + 1) * step),
    keywordOf({ name, match, phrases: [phrase], flow: name }),
  ]);
  return { flows: answered.map(({ name }, index) => answerFlow(name, index)), keywords };
}

export const answerAt = (nth: number): Answer => {
  const index = nth % answered.length;
  return { text: answered[index]?.text ?? "", codes: [`a${index}.1`, `a${index}.2`] };
};

/** The flow for timers: one message, a wait of a day, another message. */
export const reminder: Answer = { text: "remind me", codes: ["w.1", "w.2"] };

export function reminderPage(): Partial<PageFile> {
  const steps = {
    one: say("w.1: We will remind you.", "wait"),
    wait: { type: "delay", seconds: 86_400, next: "two" },
    two: say("w.2: Here is your reminder.", null),
  };
  return {
    flows: [{ name: "Remind", published: true, document: { version: 1, start: "one", steps } }],
    keywords: [keywordOf({ name: "Remind", match: "is", phrases: [reminder.text], flow: "Remind" })],
  };
}

const answered: { name: string; match: KeywordMatch; phrase: string; text: string }[] = [
  { name: "Hello", match: "is", phrase: "hello", text: "hello" },
  { name: "Opening hours", match: "contains_word", phrase: "open", text: "when do you open today" },
  { name: "Menu", match: "is", phrase: "menu", text: "Menu" },
  { name: "Delivery", match: "contains", phrase: "deliver", text: "do you deliver to the old town?" },
  { name: "Address", match: "is", phrase: "address", text: "address" },
  { name: "Booking", match: "begins", phrase: "book", text: "book a table for two" },
  { name: "Sizes", match: "contains_word", phrase: "size", text: "what size is the blue one" },
  { name: "Thanks", match: "ends", phrase: "thanks", text: "that was quick, thanks" },
  { name: "Catalogue", match: "is", phrase: "catalogue", text: "CATALOGUE" },
  { name: "Staff", match: "is", phrase: "help", text: "help" },
];

const say = (text: string, next: string | null) => ({
  type: "message",
  content: { messages: [{ type: "text", text }] },
  next,
});

function answerFlow(name: string, index: number) {
  const steps = {
    one: say(`a${index}.1: Hello {{psid}}, welcome to {{page_name}}.`, "two"),
    two: say(`a${index}.2: What can we do for you today?`, null),
  };
  return { name, published: true, document: { version: 1, start: "one", steps } };
}

const matches: KeywordMatch[] = ["is", "contains_word", "contains", "begins", "ends"];
const words = "gia don hang ao thun giay doi tra khuyen mai order price shipping refund bonjour prix".split(" ");
const wordAt = (index: number) => words[index % words.length] ?? "";

/** Keywords like a shop's: two phrases of three words each, every kind of match, some with typo tolerance. */
function otherKeyword(index: number) {
  const phrases = [1, 2].map((nth) => `${wordAt(index * nth)} ${wordAt(index + nth)} ${index}${nth}`);
  const match = matches[index % matches.length] ?? "is";
  return keywordOf({ name: `Keyword ${index + 1}`, match, phrases, flow: "Hello", typos: index % 3 === 0 });
}

type Given = { name: string; match: KeywordMatch; phrases: string[]; flow: string; typos?: boolean };

const keywordOf = ({ typos = false, ...given }: Given) => ({ ...given, excludes: [], typos, is_activated: true });
