import { contrast, mix, readableOn, textColorOn } from "../../color.ts";
import { type Look, type Scheme, surfaceOf } from "../../look.ts";

/**
 * The colours of the chat, as variables of its style, for an owner's colour and background. Whatever the two are, all
 * text has a contrast of 4.5 or more to everything that it stands on. Colours that the owner leaves alone are those of
 * the style sheet.
 */
export function paletteOf(look: Look, scheme: Scheme): Record<string, string> {
  const surface = surfaceOf(look, scheme);
  const own = surface === undefined ? {} : surfaceColors(surface);
  const bubble = own["--bubble"] ?? defaultBubble[scheme];
  return { ...own, ...(look.color !== undefined && accentColors(look.color, surface ?? bubble, bubble)) };
}

/** The darkest light surface and the lightest dark one of the style sheet: text that is readable there is everywhere. */
const defaultBubble = { light: "#f1f3f6", dark: "#2b2e36" };

function accentColors(color: string, surface: string, bubble: string): Record<string, string> {
  const text = readableOn([surface, bubble], color);
  return { "--accent": color, "--on-accent": textColorOn(color), "--accent-text": text };
}

function surfaceColors(surface: string): Record<string, string> {
  const ink = textColorOn(surface);
  const bubble = bubbleOn(surface, ink);
  const readable = (color: string) => readableOn([surface, bubble], color);
  return {
    "--surface": surface,
    "--bubble": bubble,
    "--canvas": bubble,
    "--ink": ink,
    "--quiet": readable(mix(surface, ink, 0.6)),
    "--line": mix(surface, ink, 0.16),
    "--alarm": readable("#b42318"),
    "--accent-text": readable("#2450d3"),
  };
}

/** A shade of the surface that the ink stays readable on: towards the ink or, where that is too dim, away from it. */
function bubbleOn(surface: string, ink: "#000000" | "#ffffff"): string {
  const near = mix(surface, ink, 0.07);
  return contrast(near, ink) >= 5 ? near : mix(surface, ink === "#ffffff" ? "#000000" : "#ffffff", 0.1);
}
