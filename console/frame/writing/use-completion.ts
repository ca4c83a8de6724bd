import type { Landing } from "@banter/core/model/form.ts";
import { type KeyboardEvent, useId, useState } from "react";
import { type OpenVariable, openVariable } from "./open-variable.ts";
import { listed, optionId } from "./suggestion-list.tsx";
import { type Suggestion, searchSuggestions } from "./suggestions.ts";
import { useSuggestions } from "./use-suggestions.ts";

type Field = {
  text: string;
  /** Undefined where a text has no variables. */
  landing: Landing | undefined;
  isReadOnly: boolean;
  /** A slash opens suggestions, too. */
  hasSlash: boolean;
  onPick: (suggestion: Suggestion, open: OpenVariable) => void;
};

/** The list of suggestions at the caret; undefined while it is closed. */
export type Completion = {
  listId: string;
  /** The start of the variable in the text. */
  start: number;
  suggestions: Suggestion[];
  active: string | undefined;
  pick: (suggestion: Suggestion) => void;
};

/** Two braces, or a slash, open suggestions at the caret, which keys move through and pick. */
export function useCompletion({ text, landing, isReadOnly, hasSlash, onPick }: Field) {
  const listId = useId();
  // The caret, while suggestions may be shown: set by typing, not by moving through the text.
  const [caret, setCaret] = useState<number>();
  const [active, setActive] = useState(0);
  const all = useSuggestions(landing ?? "text");
  const open =
    caret === undefined || !landing || isReadOnly ? undefined : openIn(text, caret, hasSlash && landing === "text");
  const suggestions = open ? listed(searchSuggestions(all, open.query)) : [];
  const chosen = suggestions[Math.min(active, suggestions.length - 1)];

  const close = () => setCaret(undefined);
  const pick = (suggestion: Suggestion) => {
    close();
    if (open) onPick(suggestion, open);
  };

  /** Handles the keys of the open list; true if it took the key. */
  function onKeyDown(event: KeyboardEvent): boolean {
    // Enter and Escape first end the composition of an input method.
    if (!open || event.nativeEvent.isComposing) return false;
    if (["ArrowLeft", "ArrowRight", "Home", "End", "Escape"].includes(event.key)) close();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isPick = (event.key === "Enter" || event.key === "Tab") && !event.shiftKey && chosen !== undefined;
    if (suggestions.length === 0) return false;
    if (step !== undefined) {
      setActive((Math.min(active, suggestions.length - 1) + step + suggestions.length) % suggestions.length);
    } else if (isPick) pick(chosen);
    else if (event.key !== "Escape") return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  const isShown = open !== undefined && suggestions.length > 0;
  return {
    completion: isShown
      ? ({ listId, start: open.start, suggestions, active: chosen?.id, pick } satisfies Completion)
      : undefined,
    onKeyDown,
    close,
    /** The caret stands here after typing. */
    typedAt(place: number | undefined): void {
      setCaret(place);
      setActive(0);
    },
    ariaProps: {
      // A text field of several lines may not have the role of a combobox; this is what its own role allows.
      ...(landing && { "aria-autocomplete": "list" as const }),
      ...(isShown && {
        "aria-controls": listId,
        ...(chosen && { "aria-activedescendant": optionId(listId, chosen.id) }),
      }),
    },
  };
}

/** A slash means itself in addresses and calls. */
function openIn(text: string, caret: number, hasSlash: boolean): OpenVariable | undefined {
  const open = openVariable(text, caret);
  return open && (hasSlash || text.startsWith("{{", open.start)) ? open : undefined;
}
