import assert from "node:assert/strict";
import { test } from "node:test";
import { StepContent } from "@banter/core/model/content/content.ts";
import { describe } from "../steps/schema-form.ts";
import { actionsForm, messageForm } from "./content-form.ts";
import { kindsOn, messageIcons, newMessage } from "./message-kinds.ts";

test("every kind of message in the schema can be added and edited", () => {
  const content = describe(StepContent);
  const messages = content.kind === "object" ? content.fields.find(([key]) => key === "messages")?.[1] : undefined;
  assert.ok(messages?.kind === "list" && messages.item.kind === "union");
  const kinds = messages.item.options.map(([kind]) => kind);

  assert.deepEqual(Object.keys(messageIcons).sort(), kinds.sort());
  for (const kind of kinds) {
    assert.equal(newMessage(kind).type, kind);
    assert.equal(messageForm(kind)?.kind, "object");
  }
});

test("forms, products and invoices are offered on channels that have them", () => {
  const all = Object.keys(messageIcons);

  assert.deepEqual(
    kindsOn("whatsapp"),
    all.filter((kind) => kind !== "invoice"),
  );
  assert.deepEqual(
    kindsOn("telegram"),
    all.filter((kind) => !["form", "products"].includes(kind)),
  );
  assert.deepEqual(
    kindsOn("messenger"),
    all.filter((kind) => !["form", "products", "invoice"].includes(kind)),
  );
});

test("an unknown kind of message has no form", () => {
  assert.equal(messageForm("hologram"), undefined);
  assert.equal(actionsForm()?.kind, "list");
});
