import type { ComboboxStore } from "@mantine/core";
import type { KeyboardEvent } from "react";

type Keys = {
  /** The list of saved replies; undefined while it is closed. */
  list: ComboboxStore | undefined;
  submit: (isLast: boolean) => void;
  dropQuote: (() => void) | undefined;
};

/**
 * Enter sends where there is a keyboard; phones have the button, and Enter breaks the line. With Ctrl, the conversation
 * is done, too. Arrows choose a saved reply. Escape drops the quote, and leads back to the list without one.
 */
export function onKey(event: KeyboardEvent, { list, submit, dropQuote }: Keys): void {
  const { key } = event;
  if (event.nativeEvent.isComposing) return;
  if (key === "Escape" && dropQuote) {
    event.preventDefault();
    dropQuote();
  } else if (list && (key === "ArrowDown" || key === "ArrowUp")) {
    event.preventDefault();
    if (key === "ArrowDown") list.selectNextOption();
    else list.selectPreviousOption();
  } else if (key === "Enter" && list && list.getSelectedOptionIndex() !== -1) {
    event.preventDefault();
    list.clickSelectedOption();
  } else if (key === "Enter" && !event.shiftKey && !matchMedia("(pointer: coarse)").matches) {
    event.preventDefault();
    submit(event.ctrlKey || event.metaKey);
  }
}
