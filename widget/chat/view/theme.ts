import { inkOn, readableOn } from "../../color.ts";

/** Sets the page's own colour, so that what is written on it or in it can be read in light and in dark. */
export function applyColor(color: string): void {
  const style = document.documentElement.style;
  style.setProperty("--accent", color);
  style.setProperty("--on-accent", inkOn(color));
  style.setProperty("--accent-text-light", readableOn("#f1f3f6", color));
  style.setProperty("--accent-text-dark", readableOn("#2b2e36", color));
}
