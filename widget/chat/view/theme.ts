import { readableOn, textColorOn } from "../../color.ts";

/** Sets the page's own colour, with text colours that are readable on it in light and dark mode. */
export function applyColor(color: string): void {
  const style = document.documentElement.style;
  style.setProperty("--accent", color);
  style.setProperty("--on-accent", textColorOn(color));
  style.setProperty("--accent-text-light", readableOn("#f1f3f6", color));
  style.setProperty("--accent-text-dark", readableOn("#2b2e36", color));
}
