import assert from "node:assert/strict";
import { test } from "node:test";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { shiftClock } from "@banter/core/test/shift-clock.ts";
import { pino } from "pino";
import { openPart, sealPart } from "../domain/connect/login/ticket.ts";
import { applyPageFile } from "../domain/page-file/apply.ts";
import { sql } from "../store/db/sql.ts";
import { databaseNow } from "../store/health/database-clock.ts";
import { aFlow, aPageFile } from "../test/builders.ts";
import { testNode } from "../test/node.ts";
import { aBrowser, aMember, aPageOf, signedIn } from "../test/people.ts";
import { totpCode, totpKeyOf } from "../test/totp.ts";
import { until } from "../test/until.ts";

const hourMs = 3_600_000;

/** A server on a machine whose clock is wrong by that many hours, with the lines of its log. */
async function aWrongNode(t: Test, hours: number) {
  const clock = shiftClock(() => hours * hourMs);
  atEnd(t, clock.restore);
  const lines: { msg: string; skewSeconds?: number }[] = [];
  const log = pino({ level: "warn" }, { write: (line) => void lines.push(JSON.parse(line)) });
  return { ...(await testNode(t, { log })), clock, lines };
}

for (const hours of [-24, -6, 6, 24]) {
  test(`a node whose clock is wrong by ${hours} hours judges logins and plans by the database's clock`, async (t) => {
    const { baseUrl, deps, lines } = await aWrongNode(t, hours);
    const { db } = deps;
    const member = await aMember(deps);
    const browser = await signedIn(baseUrl, member);
    const enrolment = await browser.auth("/two-factor/enable", { password: member.password });
    const { totpURI, backupCodes } = (await enrolment.json()) as { totpURI: string; backupCodes: string[] };
    await browser.auth("/two-factor/verify-totp", { code: totpCode(totpKeyOf(totpURI)) });
    const page_id = await aPageOf(deps, member);
    await applyPageFile(deps, page_id, aPageFile({ flows: [aFlow("Prices")] }), { prune: true });
    const { id: flow_id } = await db.get<{ id: number }>(sql`select id from flows where page_id = ${page_id}`);

    const later = aBrowser(baseUrl);
    await later.signIn(member);
    const left = sql`extract(epoch from expires_at - clock_timestamp())::float8`;
    const { challenge } = await db.get<{ challenge: number }>(sql`
      select max(${left}) as challenge from verifications`);
    const answer = await later.auth("/two-factor/verify-backup-code", { code: backupCodes[0] });
    const { session } = await db.get<{ session: number }>(sql`select max(${left}) as session from sessions`);
    const publish_at = new Date(databaseNow() + hourMs / 2).toISOString();
    const planned = await browser.api("PUT /pages/:page_id/flows/:flow_id/schedule", {
      params: { page_id, flow_id },
      body: { publish_at, revision: 1 },
    });

    assert.ok(challenge > 0 && challenge < 3600, `the challenge ends in ${challenge} s`);
    assert.equal(answer.status, 200);
    assert.ok(session > 6.9 * 86_400 && session < 7.1 * 86_400, `the session ends in ${session} s`);
    assert.equal(planned.publish_at, publish_at);
    await until(() => lines.length > 0);
    assert.deepEqual(
      lines.map(({ msg, skewSeconds = 0 }) => [msg, Math.round(skewSeconds / 60)]),
      [["this machine's clock differs from the database's", hours * 60]],
    );
  });
}

test("a login at a platform that began on one node ends on another with another clock", async (t) => {
  const { deps, clock } = await aWrongNode(t, -24);
  const caller = { userId: "ann", workspaceId: 1 };
  const begun = sealPart(deps, "state", caller, "begun");

  clock.restore();

  assert.equal(openPart(deps, "state", caller, begun), "begun");
});
