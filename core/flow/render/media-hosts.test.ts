import assert from "node:assert/strict";
import { test } from "node:test";
import { withMediaHosts } from "./media-hosts.ts";

const path = "/media/web_1/12/Ab3_-Ab3_-Ab3_-Ab3_-xy/menu.png";
const host = "https://bot.example";

test("stored files get the host in every kind of message, and other addresses stay", () => {
  const other = "https://example.com/media/a.png";
  const card = { title: "Cake" };

  assert.deepEqual(withMediaHosts(host, { type: "image", url: path }), { type: "image", url: host + path });
  assert.deepEqual(withMediaHosts(host, { type: "file", url: other }), { type: "file", url: other });
  assert.deepEqual(withMediaHosts(host, { type: "text", text: path }), { type: "text", text: path });
  assert.deepEqual(withMediaHosts(host, { type: "cards", elements: [{ ...card, image_url: path }, card] }), {
    type: "cards",
    elements: [{ ...card, image_url: host + path }, card],
  });
  const template = { template_id: "x", components: [{ type: "HEADER", url: path }, { type: "BODY" }] };
  assert.deepEqual(withMediaHosts(host, { type: "whatsapp_message_template", template }), {
    type: "whatsapp_message_template",
    template: { template_id: "x", components: [{ type: "HEADER", url: host + path }, { type: "BODY" }] },
  });
});
