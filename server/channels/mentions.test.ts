import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { channelFacts } from "@banter/core/channels/index.ts";

const names = Object.keys(channelFacts);

/** The places of a channel: its facts, its adapter, its words. Meta's channels share a place. */
const ownPlaces = new RegExp(`^(core|server|console)/channels/(${names.join("|")}|meta)(/|\\.ts$)`);

/** Files elsewhere that name a channel in their code, each with the reason. */
const allowed: Record<string, string> = {
  "core/channels/index.ts": "the table of facts",
  "core/channels/refusals.ts": "the table of errors",
  "core/channels/told/sentences.vi.ts": "words about each platform",
  "core/channels/told/told.ts": "the form in which each adapter quotes its platform",
  "server/channels/index.ts": "the table of adapters",
  "console/channels/names.ts": "the table of names",
  "console/channels/words.ts": "the table of words",
  "console/channels/channel-icon.tsx": "the table of icons",
  "server/config/environment.ts": "leads operators to a channel's page of docs",
  "core/api/webchat.ts": "web chat's HTTP interface",
  "core/api/webchat-api.ts": "web chat's HTTP interface",
  "core/api/webchat-openapi.ts": "web chat's HTTP interface",
  "server/http/mount-webchat.ts": "mounts web chat's routes",
  "server/http/openapi.ts": "serves web chat's OpenAPI document",
  "server/http/app.ts": "mounts web chat's routes",
  "server/http/routes/webchat.ts": "web chat's routes",
  "server/http/routes/chat-page.ts": "web chat's page",
  "server/http/live/webchat-message.ts": "web chat's messages",
  "server/http/live/reader.ts": "web chat's event streams",
  "server/domain/sending/visitors.ts": "web chat's customers",
  "console/pages/settings/channel-tab.tsx": "shows web chat's own section",
  "console/pages/settings/webchat-places.tsx": "web chat's own section",
  "core/api/management/notifications.ts": "a chat can get notifications",
  "server/store/notifications/notices.ts": "a chat can get notifications",
  "server/store/notifications/notification-ways.ts": "a chat can get notifications",
  "server/domain/notifications/page-ways.ts": "a chat can get notifications",
  "server/domain/notifications/recipients.ts": "a chat can get notifications",
  "server/runner/notices/send-notice.ts": "a chat can get notifications",
  "server/runner/notices/dispatcher.ts": "a chat can get notifications",
  "console/pages/settings/notifications-tab.tsx": "a chat can get notifications",
  "console/builder/content/message-kinds.ts": "the icon of WhatsApp's templates, a kind of content",
};

/** "line" is a word of its own. */
const mention = new RegExp(names.filter((name) => name !== "line").join("|"), "i");
/** A kind of content that is named after a channel. */
const otherThings = /whatsapp_message_template|WhatsappTemplate|whatsapp-template/g;

const root = fileURLToPath(new URL("../..", import.meta.url));

test("a channel is named in its own places only", () => {
  // Words that users read are not code, and stand-ins are for one platform each.
  const naming = globSync("{core,server,console,cli,sdk,scripts}/**/*.{ts,tsx,mjs}", {
    cwd: root,
    exclude: (name) => name === "node_modules" || name === "dist",
  })
    .filter((path) => !/\.test\.ts$|^(core|server)\/test\/|^console\/.*words\.ts$/.test(path) || path in allowed)
    .filter((path) => !ownPlaces.test(path))
    .filter((path) => mention.test(codeOf(readFileSync(posix.join(root, path), "utf8")).replaceAll(otherThings, "")));

  assert.deepEqual(naming.toSorted(), Object.keys(allowed).toSorted());
});

function codeOf(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(^|\s)\/\/.*$/gm, "");
}
