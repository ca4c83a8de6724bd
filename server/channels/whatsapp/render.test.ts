import assert from "node:assert/strict";
import { test } from "node:test";
import { listPressables, type OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import fc from "fast-check";
import { MessageRequest } from "../../test/platforms/whatsapp/requests.ts";
import { aRenderContext } from "../../test/render-context.ts";
import { readCallbackData } from "./callback-data.ts";
import { render } from "./render.ts";

const wording = { chooseLabel: "Choose", phoneQuestion: "Your number?", emailQuestion: "Your e-mail?" };

const context = aRenderContext("wa_84901234567");

test("the requests of any message are within WhatsApp's limits and keep every button", () => {
  fc.assert(
    fc.property(anyMessage(), (message) => {
      const calls = render(message, context, wording);

      for (const [index, { request }] of calls.entries()) {
        const { error } = MessageRequest.safeParse(request);
        assert.equal(error, undefined, JSON.stringify([request, error]));
        const data = readCallbackData(String(request.biz_opaque_callback_data));
        assert.deepEqual(data, { messageId: 1042, psid: "wa_84901234567", isLast: index === calls.length - 1 });
      }
      const shown = JSON.stringify(calls);
      for (const [place, item] of listPressables(message).entries()) {
        if (item.type === "press") assert.ok(shown.includes(`"b1042.${place}"`), `press ${place} is lost`);
        if (item.type === "url")
          assert.ok(shown.includes(`https://banter.example/l/1042.${place}`), `link ${place} is lost`);
      }
    }),
    { numRuns: 500 },
  );
});

function anyMessage(): fc.Arbitrary<OutgoingMessage> {
  const words = (maxLength: number) =>
    fc
      .string({
        unit: fc.oneof(
          fc.constantFrom("a", " ", "\n", ".", "đ", "👨‍👩‍👧", "…"),
          fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
        ),
        minLength: 1,
        maxLength,
        size: "max",
      })
      .filter((text) => text.trim() !== "");
  const title = fc.oneof(words(80), fc.constantFrom("Yes", "A title that is longer than twenty"));
  const press = title.map((title) => ({ type: "press" as const, title, target: null }));
  const url = title.map((title) => ({ type: "url" as const, title, url: "https://shop.example/" }));
  const call = title.map((title) => ({ type: "call" as const, title, phone: "+84901234567" }));
  const buttons = fc.array(fc.oneof(press, url, call), { minLength: 1, maxLength: 3 });
  const asking = fc.constantFrom({ type: "phone_number" as const }, { type: "email" as const });
  const replies = fc.array(fc.oneof({ arbitrary: press, weight: 5 }, asking), { minLength: 1, maxLength: 11 });
  const card = fc.record(
    {
      title: words(200),
      subtitle: words(1500),
      image_url: fc.constant("https://cdn.example/1.jpg"),
      action_url: fc.constant("https://shop.example/1"),
      buttons,
    },
    { requiredKeys: ["title"] },
  );
  const more = fc.record({ buttons, quick_replies: replies }, { requiredKeys: [] });
  const body = fc.oneof(
    words(6000).map((text) => ({ type: "text" as const, text })),
    fc
      .constantFrom("image" as const, "video" as const, "audio" as const, "file" as const)
      .map((type) => ({ type, url: "https://cdn.example/a%20b.pdf" })),
  );
  // Cards that a carousel can show, or nearly.
  const alike = fc
    .tuple(
      words(60),
      fc.constantFrom<fc.Arbitrary<unknown>>(press, url),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 23 }),
    )
    .chain(([title, button, buttons, cards]) =>
      fc.array(
        fc.array(button, { minLength: buttons, maxLength: buttons }).map((buttons) => ({
          ...{ title, image_url: "https://cdn.example/1.jpg", buttons },
        })),
        { minLength: cards, maxLength: cards },
      ),
    );
  return fc.oneof(
    fc.tuple(body, more).map(([body, more]) => ({ ...body, ...more }) as OutgoingMessage),
    fc
      .tuple(fc.oneof(fc.array(card, { minLength: 1, maxLength: 10 }), alike), fc.option(replies))
      .map(
        ([elements, replies]) =>
          ({ type: "cards", elements, ...(replies && { quick_replies: replies }) }) as OutgoingMessage,
      ),
  );
}
