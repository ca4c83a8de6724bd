import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { platformOn } from "../server/test/platforms/graph/driver.ts";
import { startInstagram } from "../server/test/platforms/instagram.ts";
import { startMessenger } from "../server/test/platforms/messenger.ts";
import { startTelegram } from "../server/test/platforms/telegram/telegram.ts";
import { platformOf } from "../server/test/platforms/whatsapp/page.ts";
import { startWhatsapp } from "../server/test/platforms/whatsapp/whatsapp.ts";

// Stand-ins for the platforms, to connect pages of a server under development with. People on them are typed here:
//   telegram 7 hello        person 7 on Telegram writes "hello"
//   messenger 7 > Yes       person 7 on Messenger presses "Yes"
// Ports are fixed, so that a page once connected stays so.

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
say(
  'Write as a customer with "telegram 7 hello", press a button with "telegram 7 > Yes". An end of input ends it all.',
);

const people = new Map<string, { person: Person; told: number }>();
const hearing = setInterval(tellNews, 300);
const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => void obey(line).catch((error) => say(error instanceof Error ? error.message : `${error}`)));
lines.on("close", async () => {
  clearInterval(hearing);
  for (const end of endings.reverse()) await end();
});

async function obey(line: string): Promise<void> {
  const [, platform = "", number = "", presses, words = ""] = /^(\w+) ([0-9]+) (> )?(.+)$/.exec(line.trim()) ?? [];
  const standIn = Object.hasOwn(platforms, platform) ? platforms[platform] : undefined;
  if (!standIn) throw new Error(`Begin with one of ${Object.keys(platforms).join(", ")}, then a number and the words.`);
  const name = `${platform} ${number}`;
  const known = people.get(name) ?? { person: standIn.person(Number(number)), told: 0 };
  people.set(name, known);
  await (presses ? known.person.press(words) : known.person.say(words));
}

function tellNews(): void {
  for (const [name, known] of people) {
    const heard = known.person.heard();
    for (const words of heard.slice(known.told)) say(`${name} < ${words}`);
    known.told = heard.length;
  }
}

/** Their webhooks' address is not set by our server but in the app's dashboard: here. */
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
