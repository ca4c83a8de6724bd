import assert from "node:assert/strict";
import { test } from "node:test";
import { anySettings } from "../../test/platforms/any-settings.ts";
import { messenger } from "./index.ts";

const paceWith = (given: object) =>
  messenger.outbound?.pace(messenger.settings.parse({ ...anySettings, ...given })) ?? assert.fail();
const audio = { type: "audio", url: "https://example.com/a.mp3" } as const;

test("a page sends forty calls per second by default", () => {
  assert.equal(paceWith({}).perSecond, 40);
  assert.equal(paceWith({ callsPerSecond: 300 }).perSecond, 300);
  assert.equal(paceWith({ callsPerSecond: 1 }).perSecond, 1);
});

test("audio and video stay at ten per second, independent of the page's rate", () => {
  for (const callsPerSecond of [40, 300]) {
    const { perSecond, weigh } = paceWith({ callsPerSecond });
    assert.equal(perSecond / (weigh?.(audio) ?? 0), 10);
  }
  assert.equal(paceWith({ callsPerSecond: 5 }).weigh?.(audio), 1);
});

test("a rate that Meta does not allow is refused", () => {
  for (const callsPerSecond of [0, -1, 301, 1.5, "40"]) {
    assert.equal(
      messenger.settings.safeParse({ ...anySettings, callsPerSecond }).success,
      false,
      String(callsPerSecond),
    );
  }
});
