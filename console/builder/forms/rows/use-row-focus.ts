import { type RefObject, useEffect, useRef } from "react";

type RowFocus = {
  list: RefObject<HTMLDivElement | null>;
  /** The words of a new row are selected, so that typing replaces them. Else the caret goes behind them. */
  focusRow: (index: number, isNew: boolean) => void;
};

/** Puts the focus into a row of a list once it is drawn. */
export function useRowFocus(): RowFocus {
  const list = useRef<HTMLDivElement>(null);
  const wanted = useRef<{ index: number; isNew: boolean } | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const { index, isNew } = wanted.current;
    const input = wordsIn(list.current, index);
    if (!input) return;
    wanted.current = null;
    input.focus();
    if (!input.readOnly) input.setSelectionRange(isNew ? 0 : input.value.length, input.value.length);
  });
  return {
    list,
    focusRow(index, isNew) {
      wanted.current = { index, isNew };
    },
  };
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** The first field of a row. */
export function wordsIn(list: HTMLElement | null, index: number): Field | undefined {
  return list?.querySelector<Field>(`:scope > [data-row="${index}"] :is(input, textarea)`) ?? undefined;
}
