import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { startFacebook } from "../server/test/platforms/facebook/facebook.ts";
import { type Person, type StandIn, standIns } from "../server/test/platforms/stand-ins.ts";

// Stand-ins for the platforms, to connect pages of a server under development with. People on them are typed here:
//   telegram 7 hello        person 7 on Telegram writes "hello"
//   messenger 7 > Yes       person 7 on Messenger presses "Yes"
//   messenger 7 # price     person 7 writes "price" below a post of the page
// Ports are fixed, so that a page once connected stays so.

const firstPort = 4101;
const loginPort = 4151;

const { values } = parseArgs({ options: { server: { type: "string", default: "http://127.0.0.1:3000" } } });
const endings: (() => Promise<unknown>)[] = [];
const life = { after: (work: () => Promise<unknown>) => void endings.push(work) };

const platforms: Record<string, StandIn> = {};
for (const [index, [name, start]] of Object.entries(standIns).entries()) {
  platforms[name] = await start(life, { port: firstPort + index, server: values.server });
}

const facebook = await startFacebook(life, { port: loginPort });
facebook.redirectUrls.push(`${values.server}/connect/facebook`);
await facebook.addPage({ id: "104000000000091", name: "Corner shop" });

for (const [name, { pageId, settings }] of Object.entries(platforms)) {
  print(`${name}: page ${pageId}, settings ${JSON.stringify(settings)}`);
}
const { app, origin } = facebook;
const settings = { META_APP_ID: app.id, META_APP_SECRET: app.secret, META_DIALOG_URL: origin, META_GRAPH_URL: origin };
const words = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
print(`Facebook's login: start the server with ${words.join(" ")}`);
const [example] = Object.keys(platforms);
print(
  `Write as a customer with "${example} 7 hello", press a button with "${example} 7 > Yes", comment with "${example} 7 # price". Ctrl-D ends all of it.`,
);

const people = new Map<string, { person: Person; shown: number }>();
const showing = setInterval(showNewMessages, 300);
const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => void act(line).catch((error) => print(error instanceof Error ? error.message : `${error}`)));
lines.on("close", async () => {
  clearInterval(showing);
  for (const end of endings.reverse()) await end();
});

/** Does what a typed line asks for. */
async function act(line: string): Promise<void> {
  const [, platform = "", number = "", sign, words = ""] = /^(\w+) ([0-9]+) ([>#] )?(.+)$/.exec(line.trim()) ?? [];
  const standIn = Object.hasOwn(platforms, platform) ? platforms[platform] : undefined;
  if (!standIn) throw new Error(`Begin with one of ${Object.keys(platforms).join(", ")}, then a number and the words.`);
  const name = `${platform} ${number}`;
  const known = people.get(name) ?? { person: standIn.person(Number(number)), shown: 0 };
  people.set(name, known);
  const { person } = known;
  if (sign === "> ") await person.press(words);
  else if (sign !== "# ") await person.say(words);
  else if (person.comment) await person.comment(words);
  else throw new Error(`${platform} has no posts to comment on.`);
}

function showNewMessages(): void {
  for (const [name, known] of people) {
    const heard = known.person.heard();
    for (const words of heard.slice(known.shown)) print(`${name} < ${words}`);
    known.shown = heard.length;
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
