import { z } from "zod";

/**
 * The variables of the widget's style that an owner may set. A value is a colour, a number of pixels or names of fonts
 * and nothing else: there is no way to write url(), a function, or another declaration.
 */
export const cssVariables = {
  /** The background. The colours of texts, lines and bubbles are derived from it. */
  "--surface": color(),
  "--surface-dark": color(),
  "--font": fonts(),
  "--font-size": pixels(12, 24),
  /** The roundness of bubbles. */
  "--radius": pixels(0, 32),
  "--panel-width": pixels(280, 640),
  "--panel-height": pixels(320, 1000),
  "--launcher-size": pixels(40, 96),
};

export type CssVariable = keyof typeof cssVariables;

function color() {
  return z.string().regex(/^#[0-9a-f]{6}$/, "must be a colour such as #fffaf5");
}

function pixels(min: number, max: number) {
  return z.string().refine(
    (value) => {
      const [, number] = /^([0-9]{1,4})px$/.exec(value) ?? [];
      return number !== undefined && Number(number) >= min && Number(number) <= max;
    },
    { error: `must be between ${min}px and ${max}px` },
  );
}

/** Fonts that visitors have on their devices: the policy of the chat page loads none. */
function fonts() {
  const name = `[\\p{L}0-9 -]+|"[\\p{L}0-9 -]+"`;
  return z
    .string()
    .max(200)
    .regex(
      new RegExp(`^(${name})(,(${name}| "[\\p{L}0-9 -]+"))*$`, "u"),
      'must be names of fonts such as Georgia, "Be Vietnam Pro", serif',
    );
}
