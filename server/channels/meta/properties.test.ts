import assert from "node:assert/strict";
import { test } from "node:test";
import {
  listPressables,
  type OutgoingButton,
  type OutgoingMessage,
  type OutgoingReply,
} from "@banter/core/flow/outgoing.ts";
import { isBlank } from "@banter/core/model/text.ts";
import fc from "fast-check";
import { visibleText } from "../../../core/test/arbitrary-text.ts";
import { type Kind, sendRequest } from "../../test/platforms/graph/requests.ts";
import { aRenderContext } from "../../test/render-context.ts";
import { instagram } from "../instagram/index.ts";
import { messenger } from "../messenger/index.ts";
import type { MetaCall } from "./outbound/look.ts";

/** Any text, short and long: sentences, lines, and one very long word. */
const said = (max: number) =>
  fc
    .tuple(
      fc.constantFrom(" ", ". ", "\n\n", ""),
      fc.array(visibleText(12), { minLength: 1, maxLength: max, size: "max" }),
    )
    .map(([gap, words]) => [...words.join(gap)].slice(0, max).join(""))
    .filter((text) => !isBlank(text));
const url = fc.constantFrom("https://cdn.example/a.pdf", "https://cdn.example/b?c=d#e", "https://cdn.example/ü.jpg");
const press = said(80).map((title) => ({
  type: "press" as const,
  title,
  target: { type: "text" as const, text: title },
}));
const button: fc.Arbitrary<OutgoingButton> = fc.oneof(
  press,
  fc.record({ type: fc.constant("url" as const), title: said(80), url }),
  fc.record({
    type: fc.constant("call" as const),
    title: said(80),
    phone: fc.constantFrom("+84 90 123 45 67", "0901234567"),
  }),
);
const reply: fc.Arbitrary<OutgoingReply> = fc.oneof(
  press,
  fc.constantFrom({ type: "phone_number" as const }, { type: "email" as const }),
);
const buttons = fc.array(button, { maxLength: 3, minLength: 1 });
const pressables = { buttons, quick_replies: fc.array(reply, { minLength: 1, maxLength: 16 }) };
const card = fc.record(
  { title: said(200), subtitle: said(500), image_url: url, action_url: url, buttons },
  { requiredKeys: ["title"] },
);

const message = fc.oneof(
  fc.record(
    { type: fc.constant("text" as const), text: said(6000), ...pressables },
    { requiredKeys: ["type", "text"] },
  ),
  fc.record(
    {
      type: fc.constantFrom("image" as const, "video" as const, "audio" as const, "file" as const),
      url,
      ...pressables,
    },
    { requiredKeys: ["type", "url"] },
  ),
  fc.record(
    {
      type: fc.constant("cards" as const),
      elements: fc.array(card, { minLength: 1, maxLength: 12 }),
      quick_replies: pressables.quick_replies,
    },
    { requiredKeys: ["type", "elements"] },
  ),
) as fc.Arbitrary<OutgoingMessage>;

const given = { appSecret: "s", verifyToken: "v" };
const platforms = {
  messenger: { channel: messenger, settings: { ...given, pageToken: "t" } },
  instagram: { channel: instagram, settings: { ...given, accessToken: "t" } },
  instagram_login: { channel: instagram, settings: { ...given, accessToken: "t", login: "instagram" } },
};

for (const [kind, { channel, settings }] of Object.entries(platforms)) {
  const schema = sendRequest(kind as Kind);
  const parsed = channel.settings.parse(settings);
  const render = (message: OutgoingMessage) =>
    channel.outbound?.render(message, aRenderContext(kind === "messenger" ? "7" : "ig_7"), parsed) as MetaCall[];

  test(`${kind} accepts every rendered message`, () => {
    let most = 0;
    fc.assert(
      fc.property(message, (message) => {
        const calls = render(message);
        assert.ok(calls.length > 0);
        most = Math.max(most, calls.length);
        for (const call of calls) assert.equal(schema.safeParse(call).error, undefined, JSON.stringify(call));
      }),
      { numRuns: 300 },
    );
    assert.ok(most > 2, "No text was long.");
  });

  test(`${kind}: every button has the payload of its own place`, () => {
    fc.assert(
      fc.property(message, (message) => {
        const offered = listPressables(message);
        const shown = [
          ...JSON.stringify(render(message)).matchAll(/"title":("(?:[^"\\]|\\.)*"),"payload":"b1042\.([0-9]+)"/g),
        ];
        for (const [, title = "", place] of shown) {
          const item = offered[Number(place)];
          assert.ok(item?.type === "press");
          assert.ok(item.title.startsWith(String(JSON.parse(title)).replace(/…$/, "")));
        }
      }),
      { numRuns: 200 },
    );
  });
}

test("a malformed body never throws, and gives no events", () => {
  const nested = fc.object({
    key: fc.constantFrom("id", "mid", "text", "ref", "payload", "type", "is_echo", "watermark", "attachments"),
    maxDepth: 3,
  });
  const kinds = fc.constantFrom(
    "message",
    "postback",
    "referral",
    "delivery",
    "read",
    "optin",
    "pass_thread_control",
    "teleport",
  );
  const item = fc.oneof(
    fc.anything(),
    fc
      .tuple(kinds, fc.oneof(nested, fc.anything()), fc.oneof(nested, fc.constant({ id: "7" })))
      .map(([kind, value, sender]) => ({ sender, recipient: sender, [kind]: value })),
  );
  const entry = fc.oneof(
    fc.anything(),
    fc.record({
      id: fc.constant("104"),
      time: fc.anything(),
      messaging: fc.oneof(fc.anything(), fc.array(item)),
      changes: fc.anything(),
    }),
  );
  const body = fc.oneof(
    fc.anything(),
    fc.record({ object: fc.constantFrom("page", "instagram", 1), entry: fc.oneof(fc.anything(), fc.array(entry)) }),
  );

  fc.assert(
    fc.property(body, (body) => {
      for (const { inbound, type } of [messenger, instagram]) {
        inbound?.webhook.pagesIn?.(body);
        const { events = [] } = inbound?.webhook.parse(body, type === "messenger" ? "104" : "igo_104") ?? {};
        for (const { psid, key } of events) {
          assert.match(psid, /^(ig_)?[0-9]{1,64}$/);
          assert.ok(key.length <= 300);
        }
      }
    }),
    { numRuns: 1000 },
  );
});
