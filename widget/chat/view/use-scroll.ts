import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Outgoing } from "../conversation.ts";
import { isShown, newestId } from "../conversation.ts";
import type { Message } from "../message.ts";

/** Keeps the newest message in view. If the visitor has scrolled up, `hasNew` tells that there are new ones. */
export function useScroll(box: RefObject<HTMLElement | null>, messages: Message[], outbox: Outgoing[]) {
  const content = useRef<HTMLDivElement>(null);
  const isPinned = useRef(true);
  const hasStarted = useRef(false);
  const [hasNew, setHasNew] = useState(false);

  function toBottom(): void {
    isPinned.current = true;
    // The first scroll is instant. Later ones follow the style sheet, which respects the wish for reduced motion.
    const behavior = hasStarted.current ? "auto" : "instant";
    box.current?.scrollTo({ top: box.current.scrollHeight, behavior });
  }

  useEffect(() => {
    const { current: element } = box;
    if (!element || !content.current) return;
    let last = element.scrollTop;
    const onScroll = () => {
      const isNearEnd = element.scrollHeight - element.scrollTop - element.clientHeight < 48;
      // A smooth scroll to the end passes other positions, so only scrolling up unpins.
      if (isNearEnd) isPinned.current = true;
      else if (element.scrollTop < last) isPinned.current = false;
      last = element.scrollTop;
      if (isNearEnd) setHasNew(false);
    };
    const observer = new ResizeObserver(() => isPinned.current && toBottom());
    element.addEventListener("scroll", onScroll, { passive: true });
    observer.observe(element);
    observer.observe(content.current);
    return () => {
      element.removeEventListener("scroll", onScroll);
      observer.disconnect();
    };
  }, []);

  const newest = newestId(messages.filter(isShown), "page");
  useLayoutEffect(() => {
    if (newest === 0) return;
    if (hasStarted.current && !isPinned.current) setHasNew(true);
    else toBottom();
    hasStarted.current = true;
  }, [newest]);

  const ownNewest = outbox.at(-1)?.key;
  useLayoutEffect(() => {
    if (ownNewest) toBottom();
  }, [ownNewest]);

  return { content, hasNew, toBottom };
}
