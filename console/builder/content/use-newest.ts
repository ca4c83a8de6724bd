import { type RefObject, useEffect, useRef } from "react";

/** Puts the focus into the last of the elements that a selector finds, once it is drawn: what was just added. */
export function useNewest(): { frame: RefObject<HTMLFieldSetElement | null>; focusNewest: (selector: string) => void } {
  const frame = useRef<HTMLFieldSetElement>(null);
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    const { current: selector } = wanted;
    const newest = selector && [...(frame.current?.querySelectorAll(selector) ?? [])].at(-1);
    if (!newest) return;
    wanted.current = undefined;
    newest.querySelector<HTMLElement>('[data-first-focus], [data-writing], input:not([type="file"]), button')?.focus();
  });
  return {
    frame,
    focusNewest(selector) {
      wanted.current = selector;
    },
  };
}
