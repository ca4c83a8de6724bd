import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";

/** The part of a screen that a link with `#id` leads to: it is scrolled into view, and its first field is focused. */
export function HashTarget({ id, children }: { id: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (hash !== id || !ref.current) return;
    ref.current.scrollIntoView({ block: "center" });
    const field = "input:not([type=hidden]), textarea, button, a";
    ref.current.querySelector<HTMLElement>(field)?.focus({ preventScroll: true });
  }, [hash, id]);
  return (
    <div id={id} ref={ref}>
      {children}
    </div>
  );
}
