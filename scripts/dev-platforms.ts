import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { platformOn } from "../server/test/platforms/graph/driver.ts";
import { startInstagram } from "../server/test/platforms/instagram.ts";
import { startMessenger } from "../server/test/platforms/messenger.ts";
import { startTelegram } from "../server/test/platforms/telegram/telegram.ts";
import { platformOf } from "../server/test/platforms/whatsapp/page.ts";
import { startWhatsapp } from "../server/test/platforms/whatsapp/whatsapp.ts";

// npm run dev:platforms: stand-ins for the platforms, to connect pages of a development server to. Type what their
// customers do:
//   telegram 7 hello        person 7 on Telegram writes "hello"
//   messenger 7 > Yes       person 7 on Messenger presses "Yes"
// Ports are fixed, so that a page stays connected after a restart.

type Person = {
  say(text: string): Promise<unknown>;
  press(title: string): Promise<unknown>;
  heard(): string[];
};
type StandIn = { pageId: string; settings: object; person(number: number): Person };

const { values } = parseArgs({ options: { server: { type: "string", default: "http://127.0.0.1:3000" } } });
const endings: (() => Promise<unknown>)[] = [];
const life = { after: (work: () => Promise<unknown>) => void endings.push(work) };

const platforms: Record<string, StandIn> = {
  messenger: ofGraph("messenger", await startMessenger(life, { port: 4101 })),
  instagram: ofGraph("instagram", await startInstagram(life, { port: 4102 })),
  whatsapp: await ofWhatsapp(4103),
  telegram: await ofTelegram(4104),
};

for (const [name, { pageId, settings }] of Object.entries(platforms)) {
  say(`${name}: page ${pageId}, settings ${JSON.stringify(settings)}`);
}
say('Write as a customer with "telegram 7 hello", press a button with "telegram 7 > Yes". Ctrl-D stops the stand-ins.');

const people = new Map<string, { person: Person; printed: number }>();
const printing = setInterval(printMessages, 300);
const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => void run(line).catch((error) => say(error instanceof Error ? error.message : `${error}`)));
lines.on("close", async () => {
  clearInterval(printing);
  for (const end of endings.reverse()) await end();
});

async function run(line: string): Promise<void> {
  const [, platform = "", number = "", presses, words = ""] = /^(\w+) ([0-9]+) (> )?(.+)$/.exec(line.trim()) ?? [];
  const standIn = Object.hasOwn(platforms, platform) ? platforms[platform] : undefined;
  if (!standIn) throw new Error(`Begin with one of ${Object.keys(platforms).join(", ")}, then a number and the words.`);
  const name = `${platform} ${number}`;
  const known = people.get(name) ?? { person: standIn.person(Number(number)), printed: 0 };
  people.set(name, known);
  await (presses ? known.person.press(words) : known.person.say(words));
}

/** Prints the messages that arrived since the last time. */
function printMessages(): void {
  for (const [name, known] of people) {
    const messages = known.person.heard();
    for (const words of messages.slice(known.printed)) say(`${name} < ${words}`);
    known.printed = messages.length;
  }
}

/** Meta's platforms know the webhook address from the app's dashboard, so it is set here, not by our server. */
function ofGraph(name: string, started: Awaited<ReturnType<typeof startMessenger>>): StandIn {
  started.graph.webhookUrl = `${values.server}/webhooks/app/${name}`;
  const { pageId, settings, customer } = platformOn(started);
  return { pageId, settings, person: customer };
}

async function ofWhatsapp(port: number): Promise<StandIn> {
  const { pageId, settings, customer } = platformOf(await startWhatsapp(life, { port }));
  return { pageId, settings, person: customer };
}

async function ofTelegram(port: number): Promise<StandIn> {
  const { bot, origin, person } = await startTelegram(life, { port });
  const settings = { botToken: bot.token, botName: bot.username, apiUrl: origin };
  return { pageId: `tg_${bot.id}`, settings, person };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
