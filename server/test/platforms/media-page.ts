import assert from "node:assert/strict";
import type { ChannelType } from "@banter/core/channels/index.ts";
import type { Attachment } from "@banter/core/flow/event.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { channels } from "../../channels/index.ts";
import { tryConnection } from "../../domain/connect/connecting.ts";
import { connectPage } from "../../domain/pages/page-settings.ts";
import { ensureWorkspace } from "../../domain/pages/pages.ts";
import type { Node } from "../../node.ts";
import { insertPage, updateChannelSettings } from "../../store/catalog/pages.ts";
import { listNewestHistory } from "../../store/runtime/history.ts";
import { testNode } from "../node.ts";
import { until } from "../until.ts";
import type { Files, SentFile } from "./files.ts";
import { settingsFor as lineSettingsFor, startLine } from "./line/line.ts";
import { startTelegram } from "./telegram/telegram.ts";
import { settingsFor } from "./whatsapp/page.ts";
import { startWhatsapp } from "./whatsapp/whatsapp.ts";

/** A page on a stand-in, to which one customer sends files. */
type MediaPage = {
  node: Node;
  pageId: string;
  psid: string;
  files: Files;
  /** Sends it, and returns its address in our history. */
  sendPicture(file: SentFile): Promise<string>;
  sendFile(file: SentFile): Promise<string>;
  /** Makes the platform refuse the page's token. */
  spoilToken(): Promise<void>;
  /** Resolves when `holds` is true; checked whenever a download starts or ends. */
  until(holds: () => boolean): Promise<void>;
};

type Sender = Pick<MediaPage, "psid" | "files" | "until"> & {
  pageId: string;
  settings: JsonObject;
  spoilt: JsonObject;
  picture(file: SentFile): Promise<unknown>;
  file(file: SentFile): Promise<unknown>;
};

const senders: Record<"whatsapp" | "telegram" | "line", (t: Test) => Promise<Sender>> = {
  async whatsapp(t) {
    const whatsapp = await startWhatsapp(t);
    const ann = whatsapp.person({ phone: "84901000001" });
    return {
      pageId: `waba_${whatsapp.number.id}`,
      psid: "wa_84901000001",
      settings: settingsFor(whatsapp),
      spoilt: { accessToken: "EAARevokedToken" },
      files: whatsapp.files,
      until: whatsapp.until,
      picture: (file) => ann.sendsFile("image", file),
      file: (file) => ann.sendsFile("document", file),
    };
  },
  async telegram(t) {
    const telegram = await startTelegram(t);
    const ann = telegram.person(7);
    const { token, username, id } = telegram.bot;
    return {
      pageId: `tg_${id}`,
      psid: ann.psid,
      settings: { botToken: token, botName: username, apiUrl: telegram.origin },
      spoilt: { botToken: "42:AARevokedRevokedRevoked" },
      files: telegram.files,
      until: telegram.until,
      picture: (file) => ann.send("photo", file),
      file: (file) => ann.send("document", file),
    };
  },
  async line(t) {
    const line = await startLine(t);
    const ann = line.person(7);
    return {
      pageId: `ln_${line.channel.id}`,
      psid: ann.psid,
      settings: lineSettingsFor(line),
      spoilt: { accessToken: "RevokedRevoked" },
      files: line.files,
      until: line.until,
      picture: (file) => ann.send("image", file),
      file: (file) => ann.send("file", file),
    };
  },
};

export async function aMediaPage(t: Test, type: keyof typeof senders, beside?: Node): Promise<MediaPage> {
  const sender = await senders[type](t);
  const node = beside ?? (await testNode(t));
  const { pageId, psid, settings, files } = sender;
  await openPage(node, { type, pageId, settings });

  async function addressOf(send: () => Promise<unknown>): Promise<string> {
    const before = (await listAttachments(node, pageId, psid)).length;
    await send();
    await until(async () => (await listAttachments(node, pageId, psid)).length > before);
    return (await listAttachments(node, pageId, psid)).at(-1)?.url ?? assert.fail("It has no address.");
  }

  return {
    node,
    pageId,
    psid,
    files,
    until: sender.until,
    sendPicture: (file) => addressOf(() => sender.picture(file)),
    sendFile: (file) => addressOf(() => sender.file(file)),
    spoilToken: () => updateChannelSettings(node.deps.db, pageId, { ...settings, ...sender.spoilt }),
  };
}

async function openPage(node: Node, page: { type: ChannelType; pageId: string; settings: JsonObject }): Promise<void> {
  const { type, pageId, settings } = page;
  const { db } = node.deps;
  const channel = channels[type] ?? assert.fail(`There is no channel ${type}.`);
  await insertPage(db, { id: pageId, workspaceId: await ensureWorkspace(db), channel: type, name: "Corner shop" });
  await tryConnection(node.deps, pageId, channel, settings);
  await connectPage(node.deps, pageId, settings);
}

/** The attachments in the conversation's history, oldest first. */
export async function listAttachments({ deps: { db } }: Node, pageId: string, psid: string): Promise<Attachment[]> {
  const said = await listNewestHistory(db, pageId, psid, 100);
  return said.flatMap(({ event }) => (event?.type === "message" ? (event.attachments ?? []) : []));
}
