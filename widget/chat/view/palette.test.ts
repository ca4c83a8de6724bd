import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { contrast } from "../../color.ts";
import { paletteOf } from "./palette.ts";

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const greys = Array.from({ length: 256 }, (_, value) => `#${value.toString(16).padStart(2, "0").repeat(3)}`);
const schemes = ["light", "dark"] as const;

/** The surfaces and texts of the style sheet, for colours that the owner leaves alone. */
const styled = {
  light: { "--surface": "#ffffff", "--bubble": "#f1f3f6", "--ink": "#16181d", "--quiet": "#5c6370" },
  dark: { "--surface": "#17181c", "--bubble": "#2b2e36", "--ink": "#f2f4f7", "--quiet": "#a9b0bc" },
};

function isReadable(color: string | undefined, surface: string | undefined): void {
  for (const scheme of schemes) {
    const css = surface === undefined ? {} : { css: { "--surface": surface, "--surface-dark": surface } };
    const palette: Record<string, string> = {
      ...styled[scheme],
      ...paletteOf({ ...(color !== undefined && { color }), ...css }, scheme),
    };
    const check = (text: string, on: string) => {
      const [one = "", other = ""] = [palette[text], palette[on]];
      if (one && other) assert.ok(contrast(one, other) >= 4.5, `${text} ${one} on ${on} ${other}`);
    };
    for (const text of ["--ink", "--quiet", "--alarm", "--accent-text"])
      for (const on of ["--surface", "--bubble"]) check(text, on);
    check("--ink", "--canvas");
    check("--on-accent", "--accent");
  }
}

test("every text is readable, whatever colour and background the owner has chosen", () => {
  fc.assert(fc.property(anyColor, fc.option(anyColor, { nil: undefined }), isReadable), { numRuns: 2000 });
  for (const grey of greys) for (const color of ["#2b59e8", "#ffff00", "#7a1f2b", grey]) isReadable(color, grey);
});

test("a look without colours changes none", () => {
  for (const scheme of schemes) assert.deepEqual(paletteOf({}, scheme), {});
});
