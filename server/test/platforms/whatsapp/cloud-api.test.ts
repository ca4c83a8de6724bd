import assert from "node:assert/strict";
import { test } from "node:test";
import {
  button,
  deviationsOf,
  faultsOfRequest,
  interactive,
  knownFaults,
  message,
  messagesRoute,
  template,
} from "./cloud-api-faults.ts";

const reply = (number: number) => ({ type: "reply", reply: { id: `b1.${number}`, title: `Choice ${number}` } });
const rows = [{ id: "b1.0", title: "One" }];

for (const { name, excuses, proof } of knownFaults) {
  test(`known mistake of the contract: ${name}`, () => {
    const faults = faultsOfRequest(proof);

    assert.ok(
      faults.some((fault) => excuses.test(fault)),
      faults.join("\n"),
    );
    assert.deepEqual(deviationsOf(proof), []);
  });
}

test("there is no exception where the contract is stricter than Meta's guides and we can follow it", () => {
  const list = interactive("list", { button: "Choose", sections: [{ rows }] }, "x".repeat(4096));

  assert.deepEqual(deviationsOf({ route: messagesRoute, body: list }), [
    "interactive.body.text has 4096 characters, and 1024 at most",
  ]);
});

test("valid requests pass, including kinds that we do not send", () => {
  const right = [
    { messaging_product: "whatsapp", status: "read", message_id: "wamid.1" },
    message("image", { id: "1013859600285441", caption: "Our shop" }),
    message("sticker", { link: "https://cdn.example/1.webp" }),
    message("location", { latitude: "10.77", longitude: "106.7", name: "Shop" }),
    { ...message("reaction", { message_id: "wamid.1", emoji: "👍" }), context: { message_id: "wamid.1" } },
    message("contacts", [{ name: { formatted_name: "Lan" }, phones: [{ phone: "+84901234567", type: "WORK" }] }]),
    interactive("button", { buttons: [reply(1), reply(2), reply(3)] }),
    interactive("list", { button: "Choose", sections: [{ title: "All", rows }] }),
    interactive("flow", { name: "flow", parameters: { flow_message_version: "3", flow_cta: "Go", flow_id: "1" } }),
    template({ components: [{ type: "header", parameters: [{ type: "image", image: { id: "1" } }] }] }),
    button({ sub_type: "url", index: "1", parameters: [{ type: "text", text: "orders/17" }] }),
  ];

  for (const body of right) assert.deepEqual(deviationsOf({ route: messagesRoute, body }), []);
});

const wrong: [body: object, fault: string][] = [
  [{ ...message("text", { body: "Hello" }), tag: "UPDATE" }, "tag is not listed"],
  [{ ...message("text", { body: "Hello" }), to: undefined }, "to is missing"],
  [{ ...message("text", { body: "Hello" }), recipient_type: "person" }, 'recipient_type is "person"'],
  [message("words", { body: "Hello" }), 'type is "words"'],
  [message("text", {}), "text.body is missing"],
  [message("text", { body: 5 }), "text.body is no text"],
  [message("text", { body: "x".repeat(4097) }), "text.body has 4097 characters, and 4096 at most"],
  [message("text", { body: "Hello", buttons: [] }), "text.buttons is refused"],
  [message("image", { link: "menu.jpg" }), 'image.link is "menu.jpg"'],
  [message("image", { id: "1", link: "https://cdn.example/1.jpg" }), "image is of several forms"],
  [message("video", { caption: "Our shop" }), "video with caption is of no form"],
  [message("image", { id: "1", caption: "x".repeat(1025) }), "image.caption has 1025 characters, and 1024 at most"],
  [message("contacts", []), "contacts has 0 items, and 1 at least"],
  [message("location", { lat: "10.77" }), "location.lat is refused"],
  [interactive("buttons", { buttons: [reply(1)] }), 'interactive.type is "buttons"'],
  [
    interactive("button", { buttons: [1, 2, 3, 4].map(reply) }),
    "interactive.action.buttons has 4 items, and 3 at most",
  ],
  [
    interactive("button", { buttons: [{ type: "reply", reply: { id: "b1.0", title: "x".repeat(21) } }] }),
    "interactive.action.buttons.0.reply.title has 21 characters, and 20 at most",
  ],
  [
    interactive("button", { buttons: [reply(1)] }, "x".repeat(1025)),
    "interactive.body.text has 1025 characters, and 1024 at most",
  ],
  [interactive("list", { sections: [{ rows }] }), "interactive.action with sections is of no form"],
  [
    interactive("list", { button: "Choose", sections: [{ rows: [{ id: "b1.0" }] }] }),
    "interactive.action.sections.0.rows.0.title is missing",
  ],
  [
    interactive("list", { button: "Choose", sections: [{ rows: Array(11).fill(rows[0]) }] }),
    "interactive.action.sections.0.rows has 11 items, and 10 at most",
  ],
  [
    interactive("list", { button: "Choose", sections: [{ rows, more: 1 }] }),
    "interactive.action.sections.0.more is not listed",
  ],
  [template({ language: { policy: "deterministic" } }), "template.language.code is missing"],
  [template({ components: [{ type: "footer" }] }), 'template.components.0.type is "footer"'],
  [
    button({ sub_type: "quick_reply", index: 1, parameters: [{ type: "payload", payload: "b1.0" }] }),
    "template.components.0.index is no text",
  ],
  [
    button({ sub_type: "url", index: "1", parameters: [{ type: "payload", url: "orders/17" }] }),
    "template.components.0.parameters.0.payload is missing",
  ],
];

for (const [body, fault] of wrong) {
  test(`the contract reports that ${fault}`, () => {
    const found = deviationsOf({ route: messagesRoute, body });

    assert.ok(found.includes(fault), found.join("\n"));
  });
}
