import { type KeywordMatch, Phrase } from "@banter/core/model/keyword.ts";
import { Name } from "@banter/core/model/names.ts";
import { type KeywordFields, nameOf } from "./keyword.ts";
import { type PatternFault, patternFault } from "./pattern-fault.ts";

export type PhraseFault = "length" | PatternFault;

/** The faults that prevent saving, by field. */
export type KeywordFaults = { name?: "nameless" | "nameFault"; phrases?: PhraseFault };

export function keywordFaults(fields: KeywordFields): KeywordFaults {
  const name = nameOf(fields);
  const phrases = firstPhraseFault(fields)?.fault;
  return {
    ...(!Name.safeParse(name).success && { name: name === "" ? ("nameless" as const) : ("nameFault" as const) }),
    ...(phrases && { phrases }),
  };
}

/** The first phrase that cannot be saved, with its fault. */
export function firstPhraseFault({ match, phrases }: Pick<KeywordFields, "match" | "phrases">) {
  for (const phrase of phrases) {
    const fault = phraseFault(match, phrase);
    if (fault) return { phrase, fault };
  }
  return undefined;
}

function phraseFault(match: KeywordMatch, phrase: string): PhraseFault | undefined {
  if (!Phrase.safeParse(phrase).success) return "length";
  return match === "regex" ? patternFault(phrase) : undefined;
}
