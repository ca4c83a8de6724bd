import { type RefObject, useEffect, useRef } from "react";

/** Puts the focus into a row of a list once it is drawn. */
export function useRowFocus(): { list: RefObject<HTMLDivElement | null>; focusRow: (index: number) => void } {
  const list = useRef<HTMLDivElement>(null);
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const input = wordsIn(list.current, wanted.current);
    if (!input) return;
    wanted.current = null;
    input.focus();
    input.setSelectionRange?.(input.value.length, input.value.length);
  });
  return {
    list,
    focusRow(index) {
      wanted.current = index;
    },
  };
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** The first field of a row. */
export function wordsIn(list: HTMLElement | null, index: number): Field | undefined {
  return list?.querySelector<Field>(`:scope > [data-row="${index}"] :is(input, textarea)`) ?? undefined;
}
