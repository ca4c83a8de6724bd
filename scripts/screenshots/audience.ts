import { defaultAudience } from "@banter/core/audience/settings.ts";
import type { WholePageFile } from "@banter/core/page-file/schema.ts";
import type { Console } from "../../e2e/console/console.ts";
import { changePageSettings } from "../../server/domain/pages/page-settings.ts";
import { sql } from "../../server/store/db/sql.ts";
import { aFlow, aPage } from "../../server/test/builders.ts";
import { someCustomers } from "../../server/test/customers.ts";
import { aServer } from "../../server/test/loopback-server.ts";
import { until } from "../../server/test/until.ts";
import { aVisitor } from "../../server/test/visitor.ts";

type Run = Parameters<Console["openAs"]>[0];
type Tab = Awaited<ReturnType<Console["openAs"]>>;

/** Paths of a page that has sent a broadcast, and whose sequence and rule have done something. */
export type ShownAudience = { page: string; broadcast: string; report: string; sequence: string; rule: string };

/** `tab` is logged in as the owner. */
export async function fillAudience(run: Run, tab: Tab, { node: { deps }, baseUrl }: Console): Promise<ShownAudience> {
  const { db } = deps;
  const { pageId } = await aPage(deps, setup);
  await changePageSettings(deps, pageId, { audience: { ...defaultAudience, quiet_hours: null } });
  const ids = await db.get<Record<"guest" | "regular" | "sequence" | "rule", number>>(sql`
    select (select id from tags where page_id = ${pageId} and name = 'guest') as guest,
           (select id from tags where page_id = ${pageId} and name = 'regular') as regular,
           (select id from sequences where page_id = ${pageId}) as sequence,
           (select id from rules where page_id = ${pageId}) as rule`);
  await someCustomers(deps, pageId, customersOf(ids.guest));
  const post = async (path: string, data: object, method: "post" | "put" = "post") => {
    const headers = { origin: baseUrl };
    const response = await tab.request[method](`${baseUrl}/api/v1/pages/${pageId}${path}`, { data, headers });
    const text = await response.text();
    if (!response.ok()) throw new Error(`${path}: ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
  // A till that is told everything, and does not understand tests.
  const { origin } = await aServer(run, (request, response) => {
    response.statusCode = request.url === "/tests" ? 500 : 200;
    response.end();
  });
  const told = ["message.seen", "tag.added", "goal.reached", "broadcast.finished"];
  await post("/event_endpoints", { name: "Till", url: `${origin}/events`, types: told });
  const { endpoint } = await post("/event_endpoints", { name: "Spreadsheet", url: `${origin}/tests`, types: told });
  await post(`/event_endpoints/${endpoint.id}/test`, {});
  const hook = await post("/incoming_hooks", { name: "Orders of the shop", mapping });

  const visitors = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const visitor = await aVisitor(baseUrl, pageId, { first_name: `Guest ${index + 1}` });
      await visitor.say("hello");
      return visitor;
    }),
  );
  await post("/customers/web_202/subscription", { is_wanted: false, words: "On the phone" }, "put");
  await post("/customers/web_203/block", {});
  const sent = await post("/broadcasts", { name: "Autumn menu", spec: autumn });
  await until(async () => (await post("/broadcasts/forecast", { spec: autumn })).total === 54);
  await post(`/broadcasts/${sent.id}/send`, {});
  await Promise.all(
    visitors.map(async (visitor, index) => {
      const heard = await visitor.hear((messages) => messages.some(({ text }) => text?.includes("autumn")));
      const through = heard.at(-1)?.id;
      await visitor.post("/receipts", { delivered_through: through, ...(index < 6 && { seen_through: through }) });
      if (index < 3) await visitor.say("Is there a table at seven?");
    }),
  );
  for (const [index, { psid }] of visitors.slice(0, 3).entries())
    await post(`/customers/${psid}/goals`, { name: "Table booked", value: 250_000 + index * 60_000, currency: "VND" });
  await post(`/sequences/${ids.sequence}/enter`, {
    customers: { psids: ["web_201", "web_204", "web_205", "web_206", "web_207"] },
  });
  for (const psid of ["web_201", "web_204", "web_205", "web_206"])
    await tab.request.patch(`${baseUrl}/api/v1/pages/${pageId}/customers/${psid}`, {
      data: { add_tags: [ids.regular] },
      headers: { origin: baseUrl },
    });
  const draft = await post("/broadcasts", { name: "We miss you", spec: missed });
  const read = async (path: string) => (await tab.request.get(`${baseUrl}/api/v1/pages/${pageId}${path}`)).json();
  await until(async () => {
    const { variants } = await read(`/broadcasts/${sent.id}/report`);
    const goals = variants.flatMap((variant: { goals: { count: number }[] }) => variant.goals);
    return goals.reduce((sum: number, { count }: { count: number }) => sum + count, 0) === 3;
  });
  await until(async () => (await read(`/sequences/${ids.sequence}/report`)).steps[0].sent === 5);
  await until(async () => (await read(`/rules/${ids.rule}/log`)).entries.length === 4);
  const order = (id: string) => ({ customer: { id }, order: { total: 480_000 } });
  for (const id of ["web_204", "unknown"])
    await fetch(hook.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(order(id)),
    });

  const page = `/pages/${pageId}`;
  return {
    page,
    broadcast: `${page}/audience/${draft.id}`,
    report: `${page}/audience/${sent.id}`,
    sequence: `${page}/audience/sequences/${ids.sequence}`,
    rule: `${page}/audience/rules/${ids.rule}`,
  };
}

const say = (text: string) => ({ content: { messages: [{ type: "text" as const, text }] } });

/** And not since: the field holds the last order. */
const boughtInOctober = {
  match: "all" as const,
  rules: [
    { type: "field", field: "last_order", operator: "greater", value: "2026-09-30" },
    { type: "field", field: "last_order", operator: "less", value: "2026-11-01" },
  ],
};

const setup: Partial<WholePageFile> = {
  page: { name: "Lotus kitchen", timezone: "Asia/Ho_Chi_Minh", welcome: null, default_reply: null },
  tags: ["guest", "regular"],
  fields: [{ name: "last_order", type: "date", label: "Last order" }],
  flows: [aFlow("How was it?", "How did you like it?")],
  segments: [{ name: "Bought in October", condition: boughtInOctober }],
  sequences: [
    {
      name: "First week",
      steps: [
        { id: "one", wait_seconds: 0, ...say("Thank you for your first order! Here is how to book a table.") },
        { id: "two", wait_seconds: 86_400, flow: "How was it?" },
      ],
      leave: { on_reply: true },
    },
  ],
  rules: [
    {
      ...{ name: "Regulars are guests of the house", when: { type: "tag_added", tag: "regular" } },
      do: { actions: [{ action: "add_tag", tag: "guest" }] },
      often: { type: "once" },
    },
  ],
};

const names = ["Nguyễn Thị Hoa", "Trần Văn Bình", "Lê Minh Châu", "Phạm Thu Dung", "Đặng Quốc An", "Võ Thanh Mai"];

/** Some bought last in October, the others before or since. */
function customersOf(guest: number) {
  return Array.from({ length: 46 }, (_, index) => {
    const [first_name = "", ...rest] = (names[index] ?? `Guest ${index + 20}`).split(" ");
    const month = index % 3 === 2 ? "11" : "10";
    return {
      psid: `web_${201 + index}`,
      ...{ first_name, last_name: rest.join(" "), tags: index % 2 ? [guest] : [] },
      fields: { last_order: `2026-${month}-${String(1 + (index % 17)).padStart(2, "0")}` },
    };
  });
}

const mapping = {
  customer: { by: "psid", path: "customer.id" },
  fields: [{ field: "address", path: "order.address" }],
  goal: { name: "Purchase", value_path: "order.total", currency: "VND" },
};

const autumn = {
  audience: { type: "all" },
  variants: ["Our autumn menu is here: pumpkin phở from Friday.", "Taste autumn: 10 % off all evening."].map(
    (text) => ({
      type: "content",
      ...say(text),
    }),
  ),
  unsubscribe: "Unsubscribe",
};

const missed = {
  audience: {
    type: "condition",
    condition: boughtInOctober,
  },
  variants: [{ type: "content", ...say("We miss you! This week, your coffee is on the house.") }],
  unsubscribe: "Unsubscribe",
};
