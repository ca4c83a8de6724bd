import assert from "node:assert/strict";
import { test } from "node:test";
import { nameInEmail } from "./name-in-email.ts";

test("a name in an e-mail holds no address", () => {
  const names = {
    "Your bank: confirm at https://evil.example/login": "Your bank confirm at https evil. example login",
    "evil.example": "evil. example",
    "evil．example／x": "evil. example x",
    "evil。example": "evil。 example",
    "ev\u200bil\u2024example": "evil. example",
    "ann@evil.example": "ann evil. example",
    "\\\\evil\\share": "evil share",
    "line\r\nBcc: eve": "lineBcc eve",
    "@": "?",
  };

  for (const [name, written] of Object.entries(names)) assert.equal(nameInEmail(name), written);
});

test("usual names stay as they are, and long ones are cut", () => {
  for (const name of ["Nguyễn Thị Ánh", "J. R. Smith & Co.", "Bakery No. 5", "Café 24h"])
    assert.equal(nameInEmail(name), name);
  assert.equal(nameInEmail("x".repeat(200)), "x".repeat(80));
});
