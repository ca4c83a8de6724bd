import type { Look } from "../look.ts";
import { isOnPage } from "./site-pages.ts";

type Opening = NonNullable<Look["opening"]>;

/** Calls `open` once: after the seconds, when the visitor has scrolled far enough, or when they are about to leave. */
export function planOpening(opening: Opening, open: () => void): void {
  const { pages, after_seconds, after_scroll_percent, on_leaving } = opening;
  if (!isOnPage(pages, location.pathname)) return;
  const end = new AbortController();
  const openOnce = () => {
    if (end.signal.aborted) return;
    end.abort();
    open();
  };
  if (after_seconds !== undefined) setTimeout(openOnce, after_seconds * 1000);
  if (on_leaving)
    document.documentElement.addEventListener("mouseleave", ({ clientY }) => clientY <= 0 && openOnce(), {
      signal: end.signal,
    });
  if (after_scroll_percent === undefined) return;
  const check = () => scrolledPercent() >= after_scroll_percent && openOnce();
  window.addEventListener("scroll", check, { passive: true, signal: end.signal });
}

/** A page that fits the window is not scrolled at all. */
function scrolledPercent(): number {
  const { scrollHeight } = document.documentElement;
  const distance = scrollHeight - window.innerHeight;
  return distance > 0 ? (window.scrollY / distance) * 100 : 0;
}
