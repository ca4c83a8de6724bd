import assert from "node:assert/strict";
import { test } from "node:test";
import { checkDocument } from "@banter/core/flow/document/document.ts";
import { draftOf, type TemplateText, templateNames } from "./templates.ts";
import { en, vi } from "./words.ts";

for (const [language, words] of Object.entries({ en, vi })) {
  for (const name of templateNames) {
    test(`the template ${name} can be published as it is, in ${language}`, () => {
      const draft = draftOf(name, (key: TemplateText) => textAt(words.templateText, key));

      if (name === "blank") assert.equal(draft, undefined);
      else assert.deepEqual(checkDocument(draft), []);
    });
  }
}

function textAt(words: object, key: string): string {
  const text = key.split(".").reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], words);
  assert.equal(typeof text, "string");
  return text as string;
}
