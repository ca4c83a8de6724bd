import assert from "node:assert/strict";
import { test } from "node:test";
import type { TFunction } from "i18next";
import { shownPieces, shownText } from "./shown-text.ts";

/** Shows the keys and values that are asked for, in place of words. */
const say = ((key: string, values?: object) =>
  values ? `${key} ${JSON.stringify(values)}` : key) as unknown as TFunction<"builder">;
const names = { fieldLabels: new Map([["size", "Size of the shirt"]]) };

test("a variable is shown by its name, with the words that stand in for it as a hint", () => {
  assert.deepEqual(shownPieces("Chào {{user_first_name ?? bạn}}, cỡ {{size}}!", names, say), [
    { text: "Chào ", isFilledIn: false },
    {
      text: "variables.names.user_first_name",
      isFilledIn: true,
      hint: 'canvas.ifEmpty {"fallback":"bạn"}',
    },
    { text: ", cỡ ", isFilledIn: false },
    { text: "Size of the shirt", isFilledIn: true },
    { text: "!", isFilledIn: false },
  ]);
});

test("words that vary show all of them, unknown variables their own name, other braces themselves", () => {
  assert.equal(
    shownText("{{Hi|Hello}} #GENDER{{Mr.|Ms.|you}}, {{order_total}} {{ }} {x}", names, say),
    "[Hi / Hello] [Mr. / Ms. / you], [order_total] {{ }} {x}",
  );
});
