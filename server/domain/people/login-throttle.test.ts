import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../store/db/sql.ts";
import { testDeps } from "../../test/app.ts";
import { callLogin } from "./login-calls.ts";
import { countLoginAttempt } from "./login-throttle.ts";
import { hashPassword } from "./passwords.ts";

test("attempts of an IPv6 home and of an IPv6 site are limited, however many networks they come from", async (t) => {
  const deps = await testDeps(t);
  const attempt = async (network: string) => {
    const call = countLoginAttempt(deps, { network, email: undefined, browser: undefined });
    return call.then(
      () => "taken",
      (error) => error.code,
    );
  };

  const ofHome: string[] = [];
  for (let subnet = 0; subnet < 45; subnet++)
    ofHome.push(await attempt(`2001:db8:1:${(0x1200 + subnet).toString(16)}`));
  const ofSite: string[] = [];
  for (let home = 1; home <= 65; home++) ofSite.push(await attempt(`2001:db8:1:${(home << 8).toString(16)}`));

  assert.deepEqual([...new Set(ofHome.slice(0, 40))], ["taken"]);
  assert.deepEqual([...new Set(ofHome.slice(40))], ["rate_limited"]);
  // The home of the first attempts, 12, is among these.
  assert.deepEqual(ofSite.filter((outcome) => outcome === "taken").length, 60);
  assert.equal(ofSite.at(-1), "rate_limited");
  assert.equal(await attempt("2001:db8:2:1200"), "taken", "another site");
  assert.equal(await attempt("192.0.2.1"), "taken");
  assert.equal(await attempt("::ffff:192.0.2.1"), "taken");
});

test("a guess that would have to wait too long is refused before it costs a write", async (t) => {
  const deps = await testDeps(t);
  const others = Array.from({ length: 22 }, () => hashPassword("correct horse battery"));
  const request = { address: "192.0.2.1", cookie: "", userAgent: "" };
  const body = { email: "ann@example.com", password: "a wrong guess" };

  const guess = callLogin(deps, request, { key: "POST /sign-in/email", isThrottled: true, audit: undefined, body });

  await assert.rejects(guess, { code: "unavailable" });
  assert.equal(await deps.db.count(sql`select from login_attempts`), 0);
  await Promise.all(others);
});
