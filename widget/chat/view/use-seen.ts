import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import type { Message } from "../message.ts";
import { useScreen } from "./screen.ts";

/** Records the page's messages that were on the screen while the visitor was looking. */
export function useSeen(box: RefObject<HTMLElement | null>, messages: Message[], isLooking: boolean): void {
  const { chat } = useScreen();
  useEffect(() => {
    if (!isLooking || !box.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const ids = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => idOf(target));
        chat.sawThrough(Math.max(0, ...ids));
      },
      { root: box.current, rootMargin: "0px 0px -8px 0px" },
    );
    for (const element of box.current.querySelectorAll(".message.page[data-id]")) {
      if (idOf(element) > chat.store.get().seenThrough) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [messages, isLooking]);
}

function idOf(element: Element): number {
  return Number(element.getAttribute("data-id"));
}
