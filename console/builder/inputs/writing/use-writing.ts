import type { Landing } from "@banter/core/model/form.ts";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { type Insertion, insert } from "../../../frame/writing/insertion.ts";
import { useCompletion } from "../../../frame/writing/use-completion.ts";

type Field = { text: string; change: (text: string) => void; landing: Landing | undefined; isReadOnly: boolean };

/** Variables in a text field of the browser, for a text that is hidden while it is written. */
export function useWriting({ text, change, landing, isReadOnly }: Field) {
  const element = useRef<HTMLInputElement>(null);
  const apply = useInsertion(element, change);
  const completing = useCompletion({
    text,
    landing,
    isReadOnly,
    hasSlash: true,
    onPick: ({ textWith }, open) => apply(insert(text, open, textWith(open.fallback))),
  });
  return {
    element,
    completion: completing.completion,
    /** Inserts text at the caret, in place of the selection. */
    insert(inserted: string): void {
      const { selectionStart, selectionEnd } = element.current ?? {};
      apply(insert(text, { start: selectionStart ?? text.length, end: selectionEnd ?? text.length }, inserted));
    },
    inputProps: {
      onChange({ currentTarget }: { currentTarget: { value: string; selectionStart: number | null } }): void {
        completing.typedAt(currentTarget.selectionStart ?? undefined);
        change(currentTarget.value);
      },
      onKeyDown: completing.onKeyDown,
      onBlur: completing.close,
      onMouseDown: completing.close,
      ...completing.ariaProps,
    },
  };
}

/** Changes the text and moves the caret, which can be set only once the new text is drawn. */
function useInsertion(element: RefObject<HTMLInputElement | null>, change: (text: string) => void) {
  const wanted = useRef<Insertion>(undefined);
  useLayoutEffect(() => {
    const { current } = wanted;
    if (!current || element.current?.value !== current.text) return;
    wanted.current = undefined;
    element.current.focus();
    element.current.setSelectionRange(current.caret, current.caret);
  });
  return (insertion: Insertion) => {
    wanted.current = insertion;
    change(insertion.text);
  };
}
