import assert from "node:assert/strict";
import { test } from "node:test";
import type { Trouble } from "../../test/platforms/graph/stand-in.ts";
import { startInstagram } from "../../test/platforms/instagram.ts";
import { startMessenger } from "../../test/platforms/messenger.ts";
import { aRenderContext } from "../../test/render-context.ts";
import type { Channel } from "../channel.ts";
import { instagram } from "../instagram/index.ts";
import { messenger } from "../messenger/index.ts";

const id = "24001112223334445";
const call = { messaging_type: "RESPONSE", recipient: { id }, message: { text: "hi" } };

const doors = {
  messenger: { channel: messenger, start: startMessenger, psid: id },
  "instagram by Facebook": { channel: instagram, start: startInstagram, psid: `ig_${id}` },
  "instagram by Instagram": {
    channel: instagram,
    start: (t: Parameters<typeof startInstagram>[0]) => startInstagram(t, { login: "instagram" }),
    psid: `ig_${id}`,
  },
};

for (const [name, { channel, start, psid }] of Object.entries(doors)) {
  test(`${name}: a message is sent, and Meta's id returned`, async (t) => {
    const { graph, settings } = await open(t);

    const delivered = await channel.outbound?.deliver(call, settings);

    assert.deepEqual(delivered, { platformId: graph.sent[0]?.mid });
    assert.equal(graph.calls[0]?.path, "/v25.0/me/messages");
  });

  test(`${name}: typing is shown`, async (t) => {
    const { graph, settings } = await open(t);

    await channel.outbound?.typing?.show(psid, settings, async () => null);

    assert.deepEqual(graph.calls[0]?.body, { recipient: { id }, sender_action: "typing_on" });
  });

  test(`${name}: connecting subscribes to events of the platform, and finds a wrong token`, async (t) => {
    const { graph, settings } = await open(t);
    const connect = async (accountId: string) =>
      channel.account?.connect(settings, `https://banter.example/webhooks/igo_${accountId}`);

    await connect(graph.accountId);
    const { subscribed } = graph;
    graph.subscribed = [];

    assert.ok(subscribed.includes("messages") && subscribed.includes("messaging_postbacks"));
    await assert.rejects(connect("777"), { failure: "bad_settings" });
    graph.accessToken = "another";
    await assert.rejects(connect(graph.accountId), { failure: "bad_settings" });
    assert.deepEqual(graph.subscribed, []);
  });

  test(`${name}: a token of which Meta does not say the account connects nothing`, async (t) => {
    const { graph, settings } = await open(t);
    const answers = [{ raw: { status: 200, body: "{}" } }, { refuse: { code: 10, message: "No permission" } }];
    graph.trouble = ({ path }) => (path.endsWith("/me") ? answers.shift() : undefined);
    const connect = async () =>
      channel.account?.connect(settings, `https://banter.example/webhooks/x_${graph.accountId}`);

    await assert.rejects(connect(), { failure: "bad_settings", message: /does not say which account/ });
    await assert.rejects(connect(), { failure: "bad_settings", message: /does not say which account/ });
    assert.equal(graph.subscribed.length, 0);
    await connect();
    assert.ok(graph.subscribed.includes("messages"));
  });

  test(`${name}: fields that Meta refuses to an account leave it the others`, async (t) => {
    const { graph, settings } = await open(t);
    const connect = async () =>
      channel.account?.connect(settings, `https://banter.example/webhooks/x_${graph.accountId}`);
    await connect();
    const all = graph.subscribed;
    const refuses = (isRefused: (field: string) => boolean) => {
      graph.trouble = ({ path, query }) =>
        path.endsWith("/subscribed_apps") && query.subscribed_fields?.split(",").some(isRefused)
          ? { refuse: { code: 100 } }
          : undefined;
    };
    const comments = ["feed", "comments", "live_comments"];

    refuses((field) => field === "business_integrity");
    await connect();
    assert.deepEqual(
      graph.subscribed,
      all.filter((field) => field !== "business_integrity"),
    );
    refuses((field) => comments.includes(field));
    await connect();
    assert.deepEqual(
      graph.subscribed,
      all.filter((field) => !comments.includes(field) && field !== "business_integrity"),
    );
  });

  test(`${name}: the profile is set, changed and deleted`, async (t) => {
    const { graph, settings } = await open(t);
    const mainMenu = [
      { title: "Talk", payload: "m1" },
      { title: "Shop", url: "https://shop.example/" },
    ];
    const iceBreakers = [{ title: "Hours?", payload: "i1" }];

    await channel.profile?.set({ greeting: "Hi", iceBreakers, mainMenu }, settings);
    const { ice_breakers, persistent_menu } = graph.profile;
    await channel.profile?.set({ greeting: null, iceBreakers: [], mainMenu: [] }, settings);

    assert.deepEqual(ice_breakers, [{ locale: "default", call_to_actions: [{ question: "Hours?", payload: "i1" }] }]);
    assert.ok(persistent_menu);
    assert.deepEqual(Object.keys(graph.profile), channel === messenger ? ["get_started"] : []);
  });

  test(`${name}: a tag that Meta has removed is refused before any call`, async (t) => {
    const { graph, settings } = await open(t);
    const context = aRenderContext(psid, { isReply: false });

    for (const messageTag of [
      "CONFIRMED_EVENT_UPDATE",
      "ACCOUNT_UPDATE",
      "POST_PURCHASE_UPDATE",
      "CUSTOMER_FEEDBACK",
    ]) {
      assert.equal(channel.outbound?.window?.tags.includes(messageTag), false);
      assert.throws(
        () => channel.outbound?.render({ type: "text", text: "hi" }, { ...context, messageTag }, settings),
        {
          failure: "rejected",
        },
      );
    }
    assert.equal(graph.calls.length + graph.refused.length, 0);
  });

  async function open(t: Parameters<typeof startInstagram>[0]) {
    const { graph, settings } = await start(t);
    graph.people.set(id, { wroteAt: Date.now() });
    return { graph, settings: channel.settings.parse(settings) };
  }
}

test("Instagram offers contacts by Instagram Login only", () => {
  const context = aRenderContext("ig_7");
  const base = { accessToken: "t", appSecret: "s", verifyToken: "v" };
  const repliesBy = (login: string) => {
    const quick_replies = [{ type: "phone_number" as const }, { type: "email" as const }];
    const settings = instagram.settings.parse({ ...base, login });
    const message = { type: "text" as const, text: "Your number?", quick_replies };
    const [call] = instagram.outbound?.render(message, context, settings) ?? [];
    return (call as { message: { quick_replies?: object[] } }).message.quick_replies;
  };

  assert.equal(repliesBy("facebook"), undefined);
  assert.deepEqual(repliesBy("instagram"), [{ content_type: "user_phone_number" }, { content_type: "user_email" }]);
});

test("a ref comes back from a link unchanged", () => {
  const linkOf = (channel: Channel, settings: object, ref: string | null) =>
    channel.links.chat(channel.settings.parse({ appSecret: "s", verifyToken: "v", ...settings }), ref, "");
  const page = { pageToken: "t", pageName: "corner.shop" };

  assert.equal(linkOf(messenger, page, null), "https://m.me/corner.shop");
  assert.equal(linkOf(messenger, page, "summer.1=a"), "https://m.me/corner.shop?ref=summer%3D2E1%3D3Da");
  assert.equal(linkOf(instagram, { accessToken: "t", username: "shop" }, "a-b_c"), "https://ig.me/m/shop?ref=a-b_c");
  assert.equal(linkOf(messenger, { pageToken: "t" }, "a"), null);
});

const answers: Record<
  string,
  { trouble: Trouble[]; failure?: string; sent: number; retryAfterSeconds?: number; usage?: number }
> = {
  "an error although the message was sent": { trouble: [{ refuseLate: { code: 1, subcode: 1357046 } }], sent: 1 },
  "media that could not be fetched once": { trouble: [{ refuse: { code: 100, subcode: 2018008 } }], sent: 1 },
  "media that could not be fetched twice": {
    trouble: [{ refuse: { code: 100, subcode: 2018008 } }, { refuse: { code: 100, subcode: 2018008 } }],
    failure: "rejected",
    sent: 0,
  },
  "a limit with the time it takes": {
    trouble: [
      {
        refuse: { code: 80006 },
        headers: { "x-business-use-case-usage": '{"1":[{"call_count":100,"estimated_time_to_regain_access":5}]}' },
      },
    ],
    failure: "throttled",
    retryAfterSeconds: 300,
    sent: 0,
  },
  "a limit without the time": {
    trouble: [{ refuse: { code: 4 }, headers: { "x-app-usage": "rubbish" } }],
    failure: "throttled",
    sent: 0,
  },
  "a limit that comes near": {
    trouble: [{ headers: { "x-app-usage": '{"call_count":28,"total_time":95,"total_cputime":25}' } }],
    usage: 0.95,
    sent: 1,
  },
  "a gateway's limit": { trouble: [{ raw: { status: 429, body: "slow down" } }], failure: "throttled", sent: 0 },
  "a gateway's fault": { trouble: [{ raw: { status: 502, body: "<html>" } }], failure: "platform_error", sent: 0 },
  "a refusal in another form": { trouble: [{ raw: { status: 404, body: "{}" } }], failure: "rejected", sent: 0 },
  "a success that cannot be read": { trouble: [{ raw: { status: 200, body: "<html>" } }], failure: "timeout", sent: 0 },
  "an error with a good status": {
    trouble: [{ raw: { status: 200, body: '{"error":{"code":551,"message":"gone"}}' } }],
    failure: "blocked_by_customer",
    sent: 0,
  },
  "a connection that breaks after the message": { trouble: [{ reset: true }], failure: "timeout", sent: 1 },
};

for (const [what, { trouble, failure, sent, retryAfterSeconds, usage }] of Object.entries(answers)) {
  test(`the response is ${what}`, async (t) => {
    const { graph, settings } = await startMessenger(t);
    graph.people.set(id, { wroteAt: Date.now() });
    graph.trouble = () => trouble.shift();

    const delivering = Promise.resolve(messenger.outbound?.deliver(call, messenger.settings.parse(settings)));

    if (failure === undefined) {
      assert.equal(((await delivering) as { usage?: number }).usage, usage);
    } else {
      await assert.rejects(delivering, { failure, retryAfterSeconds });
    }
    assert.equal(graph.sent.length, sent);
  });
}

test("a profile at Meta becomes facts about the customer", async (t) => {
  const { graph, settings } = await startMessenger(t);
  const factsOf = () => messenger.inbound?.fetchCustomer?.(id, messenger.settings.parse(settings));
  const facts = { first_name: "Lan", last_name: "Nguyen", profile_pic: "https://cdn.example/p.jpg" };
  graph.people.set(id, { facts: { ...facts, locale: "vi_VN", timezone: 7, gender: "female" } });

  const whole = await factsOf();
  graph.trouble = ({ query }) => (query.fields?.includes("gender") ? { refuse: { code: 10 } } : undefined);
  const allowed = await factsOf();
  graph.trouble = () => ({ refuse: { code: 100, subcode: 2018218 } });
  const none = await factsOf();
  graph.trouble = () => ({ refuse: { code: 190 } });

  const names = { firstName: "Lan", lastName: "Nguyen", pictureUrl: "https://cdn.example/p.jpg" };
  assert.deepEqual(whole, { ...names, locale: "vi_VN", timezone: "Etc/GMT-7", gender: "FEMALE" });
  assert.deepEqual(allowed, names);
  assert.deepEqual(none, {});
  await assert.rejects(async () => factsOf(), { failure: "bad_settings" });
});

test("people on Instagram have a full name or a user name", async (t) => {
  const { graph, settings } = await startInstagram(t, { login: "instagram" });
  const factsOf = () => instagram.inbound?.fetchCustomer?.(`ig_${id}`, instagram.settings.parse(settings));

  graph.people.set(id, { facts: { name: "Lan Thi  Nguyen", username: "lan.ng" } });
  assert.deepEqual(await factsOf(), { firstName: "Lan", lastName: "Thi Nguyen" });
  graph.people.set(id, { facts: { username: "lan.ng" } });
  assert.deepEqual(await factsOf(), { firstName: "lan.ng" });
});
