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
    const field = wordsIn(list.current, index);
    if (!field) return;
    wanted.current = null;
    field.focus();
    if (field instanceof HTMLInputElement) {
      if (!field.readOnly) field.setSelectionRange(isNew ? 0 : field.value.length, field.value.length);
      return;
    }
    const selection = document.getSelection();
    selection?.selectAllChildren(field);
    if (!isNew) selection?.collapseToEnd();
  });
  return {
    list,
    focusRow(index, isNew) {
      wanted.current = { index, isNew };
    },
  };
}

const fields = ":is(input, textarea, [data-writing])";

/** The field of a row that is filled in first. */
export function wordsIn(list: HTMLElement | null, index: number): HTMLElement | undefined {
  return list?.querySelector<HTMLElement>(`[data-row="${index}"] ${fields}`) ?? undefined;
}

/** True for a field of one line, in which Enter goes on. */
export function isOneLine(field: HTMLElement): boolean {
  return field instanceof HTMLInputElement || field.dataset.writing === "line";
}

export function isBlankField(field: HTMLElement): boolean {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value === "";
  return field.dataset.empty !== undefined;
}
