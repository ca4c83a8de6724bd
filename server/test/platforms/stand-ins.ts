import type { Test } from "@banter/core/test/at-end.ts";
import { platformOn } from "./graph/driver.ts";
import { startInstagram } from "./instagram.ts";
import { settingsFor, startLine } from "./line/line.ts";
import { startMessenger } from "./messenger.ts";
import { startTelegram } from "./telegram/telegram.ts";
import { platformOf } from "./whatsapp/page.ts";
import { startWhatsapp } from "./whatsapp/whatsapp.ts";
import { platformOf as platformOfZalo } from "./zalo/page.ts";
import { startZalo } from "./zalo/zalo.ts";

/** A stand-in's page, the settings that connect it, and the people who write to it. */
export type StandIn = { pageId: string; settings: object; person(number: number): Person };

export type Person = {
  say(text: string): Promise<unknown>;
  press(title: string): Promise<unknown>;
  /** Comments below a post of the page, where the platform has posts. */
  comment?(text: string): Promise<unknown>;
  heard(): string[];
};

type Start = (t: Test, options: { port: number; server: string }) => Promise<StandIn>;

/** Every platform's stand-in. `server` is the address of the server that webhooks go to. */
export const standIns: Record<string, Start> = {
  messenger: async (t, { port, server }) => onGraph("messenger", server, await startMessenger(t, { port })),
  instagram: async (t, { port, server }) => onGraph("instagram", server, await startInstagram(t, { port })),
  async whatsapp(t, { port }) {
    const { pageId, settings, customer } = platformOf(await startWhatsapp(t, { port }));
    return { pageId, settings, person: customer };
  },
  async telegram(t, { port }) {
    const { bot, origin, person } = await startTelegram(t, { port });
    const settings = { botToken: bot.token, botName: bot.username, apiUrl: origin };
    return { pageId: `tg_${bot.id}`, settings, person };
  },
  async zalo(t, { port, server }) {
    const zalo = await startZalo(t, { port });
    const { pageId, settings, customer } = platformOfZalo(zalo);
    zalo.webhookUrl = `${server}/webhooks/${pageId}`;
    return { pageId, settings, person: customer };
  },
  async line(t, { port }) {
    const standIn = await startLine(t, { port });
    return { pageId: `ln_${standIn.channel.id}`, settings: settingsFor(standIn), person: standIn.person };
  },
};

/** Their webhook address is not set by our server but in the app's dashboard, which this stands in for. */
function onGraph(name: string, server: string, started: Awaited<ReturnType<typeof startMessenger>>): StandIn {
  started.graph.webhookUrl = `${server}/webhooks/app/${name}`;
  const { pageId, settings, customer } = platformOn(started);
  return { pageId, settings, person: customer };
}
