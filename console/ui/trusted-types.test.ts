import assert from "node:assert/strict";
import { test } from "node:test";
import { startTrustedTypes, type TypePolicies } from "./trusted-types.ts";

test("style sheets and the service worker pass, markup and other scripts do not", () => {
  const policies: Parameters<TypePolicies["createPolicy"]>[] = [];
  startTrustedTypes({ trustedTypes: { createPolicy: (...given) => policies.push(given) } });
  const [[name, rules] = assert.fail()] = policies;

  assert.equal(name, "default");
  assert.equal(rules.createHTML(":root > a { color: red }"), ":root > a { color: red }");
  assert.equal(rules.createHTML("<img src=x onerror=alert(1)>"), null);
  assert.equal(rules.createScriptURL("/sw.js"), "/sw.js");
  for (const address of ["https://evil.example/x.js", "//evil.example", "/media/web_1/1/x/a.js", "data:,x"])
    assert.equal(rules.createScriptURL(address), null);
});
