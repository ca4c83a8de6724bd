import type { Virtualizer } from "@tanstack/react-virtual";

/** True if rows of the list lie below its visible part. The attribute `data-more` then fades its end. */
export function hasMoreBelow({
  scrollOffset,
  scrollRect,
  getTotalSize,
}: Virtualizer<HTMLDivElement, Element>): boolean {
  return (scrollOffset ?? 0) + (scrollRect?.height ?? 0) < getTotalSize() - 8;
}
