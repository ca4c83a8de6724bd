import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import type { MailEvent } from "@banter/core/flow/mail-event.ts";

// Each kind of webhook that was once read wrongly has a fixture. A fixture that goes is missed here: the numbers are
// those that must be there at least.
const wanted: Record<string, Record<string, number>> = {
  messenger: {
    comment: 7,
    deletion: 2,
    "echo of a person": 4,
    echo: 2,
    edit: 2,
    "message audio": 1,
    "message by a link": 3,
    "message by an advertisement": 2,
    "message file": 1,
    "message image": 3,
    "message location": 2,
    "message other": 3,
    "message product": 4,
    "message quoted": 1,
    "message share": 5,
    "message video": 1,
    message: 36,
    payload: 7,
    reaction: 2,
    "referral of an advertisement": 1,
    referral: 5,
    "report delivered platformIds": 1,
    "report delivered through": 1,
    "report seen through": 1,
    resume: 1,
    control_asked: 1,
    control_lost: 3,
    "message in standby": 4,
  },
  instagram: {
    comment: 9,
    deletion: 2,
    "echo of a person": 2,
    echo: 2,
    edit: 2,
    "message audio": 1,
    "message by a link": 2,
    "message by an advertisement": 2,
    "message file": 1,
    "message image": 2,
    "message location": 1,
    "message other": 3,
    "message product": 4,
    "message quoted": 1,
    "message share": 5,
    "message story mention": 2,
    "message story reply": 2,
    "message story": 5,
    "message video": 1,
    message: 38,
    payload: 7,
    reaction: 2,
    referral: 4,
    "report seen throughId": 1,
    resume: 1,
    control_asked: 1,
    control_lost: 3,
    "message in standby": 4,
  },
  whatsapp: {
    consent: 3,
    control_lost: 2,
    deletion: 2,
    "echo of a person": 2,
    echo: 1,
    edit: 3,
    "message audio": 1,
    "message by a link": 3,
    "message by an advertisement": 2,
    "message contact": 4,
    "message file": 1,
    "message form": 4,
    "message image": 3,
    "message in standby": 1,
    "message location": 2,
    "message order": 2,
    "message other": 4,
    "message payment": 2,
    "message product": 1,
    "message quoted": 2,
    "message video": 1,
    message: 42,
    payload: 5,
    reaction: 2,
    "referral of an advertisement": 1,
    referral: 2,
    "report delivered messageId": 2,
    "report delivered platformIds": 2,
    "report failed messageId": 3,
    "report seen messageId": 4,
    "report sent messageId": 1,
    resume: 1,
  },
  telegram: {
    edit: 2,
    "message audio": 2,
    "message contact": 3,
    "message file": 2,
    "message form": 2,
    "message image": 6,
    "message location": 2,
    "message other": 3,
    "message payment": 4,
    "message quoted": 1,
    "message video": 4,
    message: 36,
    payload: 5,
    reach: 2,
    reaction: 3,
    referral: 2,
  },
  line: {
    deletion: 1,
    edit: 1,
    follow: 2,
    "message audio": 1,
    "message by a link": 1,
    "message file": 1,
    "message form": 1,
    "message image": 4,
    "message location": 2,
    "message other": 1,
    "message quoted": 2,
    "message video": 2,
    message: 19,
    payload: 3,
    reach: 1,
    referral: 1,
  },
  zalo: {
    "echo of a person": 2,
    follow: 1,
    "message audio": 1,
    "message contact": 1,
    "message file": 2,
    "message form": 3,
    "message image": 5,
    "message location": 2,
    "message other": 2,
    "message quoted": 1,
    "message share": 3,
    "message video": 1,
    message: 24,
    payload: 1,
    reach: 2,
    "report delivered platformIds": 2,
    "report seen platformIds": 1,
  },
};

for (const [channel, kinds] of Object.entries(wanted)) {
  test(`${channel} has fixtures of every kind of event`, () => {
    const counts = countKinds(channel);

    const missing = Object.entries(kinds).filter(([kind, count]) => (counts.get(kind) ?? 0) < count);
    assert.deepEqual(missing, [], JSON.stringify(Object.fromEntries([...counts].toSorted())));
  });
}

type Fixture = { expect: { events?: { event: MailEvent }[] } };

function countKinds(channel: string): Map<string, number> {
  const files = globSync(`${channel}/fixtures/{inbound,comments,reactions}.json`, { cwd: import.meta.dirname });
  const counts = new Map<string, number>();
  for (const { expect } of files.flatMap((file): Fixture[] =>
    JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")),
  )) {
    const kinds = expect.events?.flatMap(({ event }) => kindsOf(event));
    for (const kind of new Set(kinds)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

function kindsOf(event: MailEvent): string[] {
  if (event.type === "report") return [`report ${event.status} ${Object.keys(event.about)[0]}`];
  if (event.type === "echo") return [event.isPerson ? "echo of a person" : "echo"];
  if (event.type === "referral") return [event.ad ? "referral of an advertisement" : "referral"];
  if (event.type !== "message") return [event.type];
  return [
    "message",
    ...(event.attachments ?? []).map(({ type }) => `message ${type}`),
    ...(event.quoted ? ["message quoted"] : []),
    ...(event.isStandby ? ["message in standby"] : []),
    ...(event.story ? [`message story ${event.story}`] : []),
    ...(event.referral ? [event.referral.ad ? "message by an advertisement" : "message by a link"] : []),
  ];
}
