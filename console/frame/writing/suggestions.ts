import { mayBeEmpty, variableText } from "@banter/core/flow/render/fallbacks.ts";
import { foldMarks } from "@banter/core/match/normalise.ts";
import { isOfCall, type Landing } from "@banter/core/model/form.ts";
import { customerFields, variables } from "@banter/core/model/variables.ts";
import type { TFunction } from "i18next";

/** The translation function of these words. */
export type Say = TFunction<"writing">;

export const suggestionGroups = ["customer", "custom", "other", "secrets", "words"] as const;
type Group = (typeof suggestionGroups)[number];

/** A piece of template syntax that a text can contain. */
export type Suggestion = {
  id: string;
  group: Group;
  title: string;
  /** An explanation, where the title needs one. */
  detail?: string;
  /** The inserted text. Only variables that may be empty take the fallback. */
  textWith: (fallback: string | undefined) => string;
  /** It is to be edited once it is inserted. */
  isEdited?: boolean;
  takesFallback: boolean;
};

/** `fields` are the labels of the page's fields by name. */
type Known = { fields: ReadonlyMap<string, string>; secrets: Iterable<string> };

/** Everything that a text at this place can contain. Only texts of calls are filled with secrets. */
export function suggestionsFor(landing: Landing, { fields: labels, secrets }: Known, say: Say): Suggestion[] {
  const custom = new Set(labels.keys());
  const variable = (name: string, group: Group): Suggestion => {
    const takesFallback = mayBeEmpty(name, custom);
    return {
      id: name,
      group,
      title: labels.get(name) ?? say(`variables.names.${name}`, { defaultValue: name }),
      textWith: (fallback) => variableText(name, takesFallback ? fallback : undefined),
      takesFallback,
    };
  };
  return [
    ...customerFields.map((name) => variable(name, "customer")),
    ...[...custom].map((name) => variable(name, "custom")),
    ...variables.map((name) => variable(name, "other")),
    ...(isOfCall(landing) ? [...secrets].map((name) => secret(name)) : []),
    ...(landing === "text" ? [pattern("spin", say), pattern("gender", say)] : []),
  ];
}

function secret(name: string): Suggestion {
  const text = `{{secret.${name}}}`;
  return { id: text, group: "secrets", title: name, textWith: () => text, takesFallback: false };
}

/** Words that vary, which are edited at once. */
function pattern(kind: "spin" | "gender", say: Say): Suggestion {
  const choices = say(`writing.${kind}.sample`);
  const text = `${kind === "gender" ? "#GENDER" : ""}{{${choices}}}`;
  return {
    id: `pattern.${kind}`,
    group: "words",
    title: say(`writing.${kind}.title`),
    detail: say(`writing.${kind}.help`),
    textWith: () => text,
    isEdited: true,
    takesFallback: false,
  };
}

/** The suggestions that all words of the search fit. Those whose title or name begins with it come first. */
export function searchSuggestions(suggestions: readonly Suggestion[], search: string): Suggestion[] {
  const wanted = foldMarks(search.trim());
  if (wanted === "") return [...suggestions];
  const words = wanted.split(" ");
  const ranked = suggestions.flatMap((suggestion) => {
    const title = foldMarks(suggestion.title);
    const name = foldMarks(suggestion.id);
    if (!words.every((word) => title.includes(word) || name.includes(word))) return [];
    return [{ suggestion, rank: title.startsWith(wanted) || name.startsWith(wanted) ? 0 : 1 }];
  });
  return ranked.sort((one, other) => one.rank - other.rank).map(({ suggestion }) => suggestion);
}
