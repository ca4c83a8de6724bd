import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { channelFacts } from "@banter/core/channels/index.ts";
import { listPressables, type OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { addNote, type RenderNote, renderChanges } from "@banter/core/flow/render-note.ts";
import { SendError } from "../../outbound/send-error.ts";
import { anySettings } from "../../test/platforms/any-settings.ts";
import { aRenderContext } from "../../test/render-context.ts";
import { channels } from "../index.ts";

type Outbound = { name: string; given: OutgoingMessage | { message: OutgoingMessage }; notes?: RenderNote[] };

const cases = globSync("../*/fixtures/outbound.json", { cwd: import.meta.dirname }).flatMap((file): Outbound[] =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")),
);

/**
 * Notes that do not come from rendering: from Telegram's responses, when it could not fetch media, and of actions that a
 * channel does not have.
 */
const notRendered = [
  ...["as_text image", "as_text video", "as_text audio", "as_messages album"],
  ...["left_out form", "left_out products", "left_out invoice", "left_out round_video", "left_out app_button"],
];

test("the fixtures have a message for every note that has words, and no other notes", () => {
  const taken = cases.flatMap(({ notes = [] }) => notes.map(({ change, part }) => `${change} ${part}`));
  const known = Object.entries(renderChanges).flatMap(([change, parts]) => parts.map((part) => `${change} ${part}`));

  assert.deepEqual([...new Set([...taken, ...notRendered])].toSorted(), known.toSorted());
});

for (const { type: name, outbound } of Object.values(channels)) {
  if (!outbound) continue;

  test(`${name}: every title in the fixtures is shown whole, or a note says that it is not`, () => {
    let shown = 0;
    for (const { name: title, given } of cases) {
      const message = "message" in given ? given.message : given;
      const rendered = renderOn(name, message);
      if (!rendered) continue;
      shown++;
      assert.deepEqual(silentlyChanged(message, rendered), [], title);
    }
    assert.ok(shown > 100);
  });
}

type Rendered = { calls: string; notes: RenderNote[] };

/** Titles and questions that are neither in the calls nor in the notes. */
function silentlyChanged(message: OutgoingMessage, { calls, notes }: Rendered): string[] {
  const cards = message.type === "cards" ? message.elements.map(({ title }) => title) : [];
  const titles = listPressables(message).flatMap((item) => ("title" in item ? item.title : []));
  const isNoted = (title: string) =>
    notes.some((note) => note.title !== undefined && title.startsWith(note.title.replace(/…$/, ""))) ||
    notes.some(({ change }) => change === "on_template");
  const isShown = (title: string) => calls.includes(JSON.stringify(title).slice(1, -1));
  const asked = (message.quick_replies ?? []).flatMap(({ type }) => (type === "press" ? [] : type));
  const isAsked = (type: keyof typeof askedBy) =>
    askedBy[type].calls.some((call) => calls.includes(call)) || notes.some(({ part }) => part === askedBy[type].part);
  return [
    ...[...cards, ...titles].filter((title) => !isShown(title) && !isNoted(title)),
    ...asked.filter((type) => !isAsked(type)),
  ];
}

const askedBy = {
  email: { calls: ['"user_email"'], part: "email_reply" },
  phone_number: { calls: ['"user_phone_number"', '"request_contact"'], part: "phone_reply" },
  location: { calls: ['"request_location"', '"send_location"', '{"type":"location"'], part: "location_reply" },
};

function renderOn(name: keyof typeof channels, message: OutgoingMessage): Rendered | undefined {
  const channel = channels[name];
  const notes: RenderNote[] = [];
  const context = aRenderContext(`${channelFacts[name].customerPrefix}1`, { note: (note) => addNote(notes, note) });
  try {
    const calls = channel?.outbound?.render(message, context, channel.settings.parse(anySettings));
    return { calls: JSON.stringify(calls), notes };
  } catch (error) {
    // Content that cannot be shown at all is refused.
    if (error instanceof SendError) return undefined;
    throw error;
  }
}
