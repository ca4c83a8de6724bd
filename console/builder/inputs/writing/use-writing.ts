import type { Landing } from "@banter/core/model/form.ts";
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import { type Insertion, insert } from "./insertion.ts";
import { openVariable } from "./open-variable.ts";
import { listed, optionId } from "./suggestion-list.tsx";
import { type Suggestion, searchSuggestions } from "./suggestions.ts";
import { useSuggestions } from "./use-suggestions.ts";

export type TextElement = HTMLInputElement & HTMLTextAreaElement;

type Field = { text: string; change: (text: string) => void; landing: Landing | undefined; isReadOnly: boolean };

/** The list of suggestions at the caret; undefined while it is closed. */
export type Completion = {
  listId: string;
  /** The start of the variable in the text. */
  start: number;
  suggestions: Suggestion[];
  active: string | undefined;
  pick: (suggestion: Suggestion) => void;
};

/**
 * Writing in a text field: two braces open suggestions at the caret, and other parts insert text there. `inputProps`
 * are for the text field, and `element` refers to it.
 */
export function useWriting({ text, change, landing, isReadOnly }: Field) {
  const element = useRef<TextElement>(null);
  const listId = useId();
  // The caret, while suggestions may be shown: set by typing, not by moving through the text.
  const [caret, setCaret] = useState<number>();
  const [active, setActive] = useState(0);
  const all = useSuggestions(landing ?? "text");
  const open = caret === undefined || !landing || isReadOnly ? undefined : openVariable(text, caret);
  const suggestions = open ? listed(searchSuggestions(all, open.query)) : [];
  const chosen = suggestions[Math.min(active, suggestions.length - 1)];

  const apply = useInsertion(element, change);
  const pick = ({ textWith, marked }: Suggestion) => {
    if (!open) return;
    setCaret(undefined);
    apply(insert(text, open, textWith(open.fallback), marked));
  };

  function onKeyDown(event: KeyboardEvent): void {
    // Enter and Escape first end the composition of an input method.
    if (!open || event.nativeEvent.isComposing) return;
    if (["ArrowLeft", "ArrowRight", "Home", "End", "Escape"].includes(event.key)) setCaret(undefined);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isPick = (event.key === "Enter" || event.key === "Tab") && !event.shiftKey && chosen !== undefined;
    if (step !== undefined && suggestions.length > 0) {
      setActive((Math.min(active, suggestions.length - 1) + step + suggestions.length) % suggestions.length);
    } else if (isPick) pick(chosen);
    else if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
  }

  const isShown = open !== undefined && suggestions.length > 0;
  return {
    element,
    completion: isShown
      ? ({ listId, start: open.start, suggestions, active: chosen?.id, pick } satisfies Completion)
      : undefined,
    /** Inserts text at the caret, in place of the selection. */
    insert(inserted: string, marked?: readonly [number, number]): void {
      const { selectionStart, selectionEnd } = element.current ?? {};
      const range = { start: selectionStart ?? text.length, end: selectionEnd ?? text.length };
      apply(insert(text, range, inserted, marked));
    },
    apply,
    inputProps: {
      onChange({ currentTarget }: { currentTarget: { value: string; selectionStart: number | null } }): void {
        setCaret(currentTarget.selectionStart ?? undefined);
        setActive(0);
        change(currentTarget.value);
      },
      onKeyDown,
      onBlur: () => setCaret(undefined),
      onMouseDown: () => setCaret(undefined),
      // A text field of several lines may not have the role of a combobox; this is what its own role allows.
      ...(landing && { "aria-autocomplete": "list" as const }),
      ...(isShown && {
        "aria-controls": listId,
        ...(chosen && { "aria-activedescendant": optionId(listId, chosen.id) }),
      }),
    },
  };
}

/** Changes the text and selects a part of it. The selection can be set only once the new text is drawn. */
function useInsertion(element: RefObject<TextElement | null>, change: (text: string) => void) {
  const selection = useRef<Insertion>(undefined);
  useLayoutEffect(() => {
    const { current } = selection;
    if (!current || element.current?.value !== current.text) return;
    selection.current = undefined;
    element.current.focus();
    element.current.setSelectionRange(current.start, current.end);
  });
  return (insertion: Insertion) => {
    selection.current = insertion;
    change(insertion.text);
  };
}
