import { type Look, schemeOf } from "../../look.ts";
import { paletteOf } from "./palette.ts";

/** Gives the chat its colours, its font and its shapes. Replaces the look that was applied before. */
export function applyLook(look: Look): void {
  const root = document.documentElement;
  const scheme = schemeOf(look);
  root.dataset.scheme = scheme;
  for (const name of [...root.style]) root.style.removeProperty(name);
  const shapes = Object.entries(look.css ?? {}).filter(([name]) => shapeNames.has(name));
  for (const [name, value] of [...Object.entries(paletteOf(look, scheme)), ...shapes])
    root.style.setProperty(name, value);
}

const shapeNames = new Set(["--font", "--font-size", "--radius"]);
