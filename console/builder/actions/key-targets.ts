import type { RefObject } from "react";

/** True for everything in the builder, and if nothing has the focus. */
export function isOurs(root: RefObject<HTMLElement | null>, target: EventTarget | null): boolean {
  return target === document.body || (target instanceof Node && root.current?.contains(target) === true);
}

export function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  );
}
