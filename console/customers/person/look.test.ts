import assert from "node:assert/strict";
import { test } from "node:test";
import { lettersOf, lookOf, looks } from "./look.ts";

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast([one, other]: readonly [string, string]): number {
  const [light = 1, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test("the letters of every avatar can be read in both schemes", () => {
  for (const { light, dark } of looks)
    for (const pair of [light, dark]) assert.ok(contrast(pair) >= 4.5, `${pair}: ${contrast(pair)}`);
});

test("a person looks the same everywhere, and people differ", () => {
  const psids = Array.from({ length: 200 }, (_, index) => `web_${117_864_001_082_602 + index * 7}`);
  assert.deepEqual(psids.map(lookOf), psids.map(lookOf));
  assert.equal(new Set(psids.map(lookOf)).size, looks.length);
});

test("the letters are of the name, or of what stands in for it", () => {
  const psid = "web_117864001082602";
  const people = [{ name: "Nguyễn Văn An" }, { email: "ann@example.com" }, { phone: "+84 901 234 567" }, {}];
  assert.deepEqual(
    people.map((person) => lettersOf({ psid, ...person })),
    ["NA", "A", "67", "00"],
  );
});
