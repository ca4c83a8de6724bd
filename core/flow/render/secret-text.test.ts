import assert from "node:assert/strict";
import { test } from "node:test";
import { fillAroundSecrets, secretsIn, secretsOfTemplate, withSecretNames, withSecretValues } from "./secret-text.ts";
import { escapes } from "./template.ts";

const shout = (text: string) => text.toUpperCase();

test("a template is filled around its secrets, which stay names", () => {
  const text = fillAroundSecrets("a {{ secret.key }}{{secret.other}} b", shout);

  assert.deepEqual(text, ["A ", { secret: "key" }, { secret: "other" }, " B"]);
  assert.deepEqual(secretsIn(text), ["key", "other"]);
  assert.equal(withSecretNames(text), "A {{secret.key}}{{secret.other}} B");
});

test("a template without secrets is an ordinary text, whatever it is filled with", () => {
  for (const template of ["a", "{{key}}", "{{secret}}", "{{secret.}}", "{{secret.a b}}", "{{secret.a|secret.b}}"])
    assert.equal(fillAroundSecrets(template, shout), template.toUpperCase());

  const text = fillAroundSecrets("{{word}}", () => "{{secret.key}}");
  assert.deepEqual([text, secretsIn(text)], ["{{secret.key}}", []]);
});

test("values are put in escaped for their place, and values that look like secrets stay as they are", () => {
  const text = fillAroundSecrets('{"key":"{{secret.key}}"}', (part) => part);
  const values = new Map([["key", 'a"{{secret.other}}']]);

  assert.equal(withSecretValues(text, values, escapes.body), '{"key":"a\\"{{secret.other}}"}');
});

test("the names of secrets in a template are listed in order", () => {
  assert.deepEqual(secretsOfTemplate("Bearer {{secret.b}} {{a}} {{secret.a}}"), ["b", "a"]);
});
