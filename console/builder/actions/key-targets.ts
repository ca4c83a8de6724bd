import type { RefObject } from "react";

/** True for everything in the builder, and for what is around it: a press on the empty canvas puts the focus there. */
export function isOurs(root: RefObject<HTMLElement | null>, target: EventTarget | null): boolean {
  if (!(target instanceof Node) || !root.current) return false;
  return root.current.contains(target) || target.contains(root.current);
}

/** Delete on a button of the header must not delete a step. */
export function isOnCanvas(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(".react-flow, .steps-list") !== null || target.querySelector(".react-flow") !== null;
}

export function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  );
}
