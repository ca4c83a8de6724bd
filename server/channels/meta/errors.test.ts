import assert from "node:assert/strict";
import { test } from "node:test";
import { metaRefusals } from "@banter/core/channels/meta/refusals.ts";
import { SendError, type SendFailure } from "../../outbound/send-error.ts";
import { startMessenger } from "../../test/platforms/messenger.ts";
import { messenger } from "../messenger/index.ts";

/** Every error of Meta's table, by our failure. */
const expected: Record<SendFailure | "sent", string> = {
  platform_error: "1/99 2 1200 2018321 1 2018321/7 0/2018321",
  throttled: "4 613 613/2534040 17 32 80001 80002 80006",
  rejected:
    "4/2018354 9/2018352 613/1893016 613/2018338 10/1404170 10/1893015 100 100/2018014 100/2534015 100/2018001 100/2534014 100/2018008 100/2018047 100/2018074 100/2018109 100/2018294 100/33 2018218 2018247 2018300 100/2534037 9000001 368 100/12345 10/99 10/2099999 200/7 200/2099999",
  outside_window: "10/2018278 10/2018065 10/2534022",
  blocked_by_customer: "10/2018108 551 551/1545041 200/1545041 551/99",
  bad_settings:
    "10/1893063 2022 100/2534029 10 200 200/2018028 200/2018027 200/2534041 10/2534077 100/2534013 190 190/458 190/460 190/463 190/467",
  comment_answered: "10900",
  comment_closed: "10901 10902 100/2534025",
  comment_gone: "100/2018292",
  sent: "1/1357046",
  unreachable: "",
  timeout: "",
};

const cases = Object.entries(expected).flatMap(([failure, codes]) =>
  codes.split(" ").flatMap((name) => {
    const [code, subcode] = name.split("/").map(Number);
    return code === undefined || name === "" ? [] : [{ failure, name, fault: { code, ...(subcode && { subcode }) } }];
  }),
);

test("every error of the table has a case", () => {
  const tested = new Set(cases.map(({ name }) => name));

  assert.deepEqual(
    metaRefusals.flatMap(({ codes }) => codes).filter((name) => !tested.has(name)),
    [],
  );
});

test("errors in HTTP responses are read", async (t) => {
  const { graph, settings } = await startMessenger(t);
  const parsed = messenger.settings.parse(settings);
  const [ann] = [graph.person("24001")];
  graph.people.set(ann.id, { wroteAt: Date.now() });
  const deliver = () =>
    messenger.outbound?.deliver(
      { messaging_type: "RESPONSE", recipient: { id: ann.id }, message: { text: "hi" } },
      parsed,
    );
  const failureOf = async () => {
    try {
      await deliver();
      return "sent";
    } catch (error) {
      return error instanceof SendError ? error.failure : error;
    }
  };

  for (const { name, failure, fault } of cases) {
    await t.test(`${name} is ${failure}`, async () => {
      graph.trouble = () => ({ refuse: fault });
      assert.equal(await failureOf(), failure);
    });
  }

  await t.test("an unknown error that Meta calls transient is tried again", async () => {
    graph.trouble = () => ({ refuse: { code: 100, subcode: 12345, isTransient: true } });
    assert.equal(await failureOf(), "platform_error");
  });

  await t.test("a known one is what it is, whatever Meta calls it", async () => {
    graph.trouble = () => ({ refuse: { code: 10, subcode: 2018278, isTransient: true } });
    assert.equal(await failureOf(), "outside_window");
  });

  await t.test("the owner reads Meta's own words, and no token", async () => {
    graph.trouble = () => ({
      refuse: { code: 10, subcode: 2018278, message: "This message is sent outside of allowed window." },
    });
    await assert.rejects(async () => deliver(), {
      message: "Meta refused with error 10/2018278: (#10) This message is sent outside of allowed window.",
    });
  });
});
