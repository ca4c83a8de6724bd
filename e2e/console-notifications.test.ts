import assert from "node:assert/strict";
import { after, test } from "node:test";
import { aServer } from "@banter/server/test/loopback-server.ts";
import { until } from "@banter/server/test/until.ts";
import { aVisitor } from "@banter/server/test/visitor.ts";
import { axeFaultsInBothSchemes } from "./console/axe.ts";
import { sharedConsole } from "./console/console.ts";
import { aWorkspace } from "./console/workspace.ts";

const it = await sharedConsole({ after });

/** A page whose keyword "person" hands over to a person. */
async function aShop() {
  const workspace = await aWorkspace(it);
  const document = {
    version: 1,
    start: "help",
    steps: { help: { type: "action", actions: [{ action: "hand_over" }], next: null } },
  };
  const pageId = await workspace.addPage({
    flows: [{ name: "Help", published: true, document }],
    keywords: [{ name: "Person", match: "is", phrases: ["person"], excludes: [], flow: "Help", is_activated: true }],
  });
  return { ...workspace, pageId };
}

test("a customer who asks for a person rings the bell of an open console, and is one click away", async (t) => {
  const { openAs, pageId } = await aShop();
  const tab = await openAs(t, "agent", `/pages/${pageId}/keywords`);
  await tab.getByRole("button", { name: "Notifications, 0 new" }).waitFor();

  const visitor = await aVisitor(it.baseUrl, pageId);
  await visitor.say("person");
  await tab.getByRole("button", { name: "Notifications, 1 new" }).click();
  const list = tab.getByRole("region", { name: "Notifications" });
  await list.getByText(/^Guest \d+ asks for a person$/).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await list.getByText(/^Guest \d+ asks for a person$/).click();

  await tab.waitForURL(new RegExp(`/pages/${pageId}/conversations/${visitor.psid}`));
  await tab.getByRole("button", { name: "Notifications, 0 new" }).waitFor();
});

test("a member chooses what reaches them, and finds the choices again, also on a phone and in Vietnamese", async (t) => {
  const { openAs } = await aShop();
  const phone = { viewport: { width: 390, height: 800 } };
  const tab = await openAs(t, "owner", "/settings/profile", phone);
  const box = tab.getByRole("checkbox", { name: "A customer writes to a person: Browser" });
  await box.uncheck();
  await tab.getByText("This server sends no e-mail").waitFor();
  await tab.getByRole("switch", { name: "Quiet hours" }).click();
  await tab.getByLabel("From").fill("21:30");
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));

  const stored = () =>
    tab.evaluate(async () => (await (await fetch("/api/v1/notification_choices")).json()).choices.quiet_hours?.from);
  await until(async () => (await stored()) === "21:30");
  await tab.reload();
  await tab.getByLabel("From").waitFor();
  assert.equal(await tab.getByLabel("From").inputValue(), "21:30");
  assert.equal(await box.isChecked(), false);
  await tab.evaluate(() => localStorage.setItem("banter-language", "vi"));
  await tab.reload();
  await tab.getByRole("checkbox", { name: "Khách nhắn cho nhân viên: Trình duyệt" }).waitFor();
});

test("the service worker shows a push, and a click on it opens the conversation", async (t) => {
  const { openAs, pageId } = await aShop();
  const visitor = await aVisitor(it.baseUrl, pageId);
  await visitor.say("person");
  const tab = await openAs(t, "owner", "/settings/profile", { serviceWorkers: "allow" });
  const context = tab.context();
  await context.grantPermissions(["notifications"], { origin: it.baseUrl });
  await tab.evaluate(async () => {
    await navigator.serviceWorker.register("/sw.js");
    await navigator.serviceWorker.ready;
  });
  // A browser without a window shows no notifications, so the worker keeps them.
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(() => {
    const { registration, WindowClient } = globalThis as unknown as WorkerScope;
    const kept: Kept[] = [];
    const getNotifications = async () => kept.filter(({ isClosed }) => !isClosed);
    const showNotification = async (title: string, options: object) => {
      const notification = { title, ...options, isClosed: false, close: () => undefined };
      kept.push(Object.assign(notification, { close: () => Object.assign(notification, { isClosed: true }) }));
    };
    Object.assign(registration, { getNotifications, showNotification });
    // Only a real click lets a worker bring a tab to the front.
    WindowClient.prototype.focus = async function focus() {
      return this;
    };
  });
  const devtools = await context.newCDPSession(tab);
  const registered = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const url = `https://shop.example.com/pages/${pageId}/conversations/${visitor.psid}`;
  await devtools.send("ServiceWorker.deliverPushMessage", {
    origin: it.baseUrl,
    registrationId: await registered,
    data: JSON.stringify({ title: "Corner shop: Ann asks for a person", text: "Ann", url, tag: "web_1" }),
  });
  const shown = () =>
    worker?.evaluate(async () => {
      const { registration } = globalThis as unknown as WorkerScope;
      return (await registration.getNotifications()).map(({ title, body }) => `${title}|${body}`);
    });
  await until(async () => (await shown())?.length === 1);
  assert.deepEqual(await shown(), ["Corner shop: Ann asks for a person|Ann"]);

  await worker?.evaluate(async () => {
    const { registration, dispatchEvent, ExtendableEvent } = globalThis as unknown as WorkerScope;
    const [notification] = await registration.getNotifications();
    dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"), { notification }));
  });
  await until(async () => (await shown())?.length === 0);
  await tab.waitForURL(`${it.baseUrl}/pages/${pageId}/conversations/${visitor.psid}`);
  await tab.getByText("Asked for a person").waitFor();
});

test("the console opens without a network, says so, and goes on by itself; it keeps nothing but its own files", async (t) => {
  const { openAs, pageId } = await aShop();
  const options = { serviceWorkers: "allow", expectErrors: true } as const;
  const tab = await openAs(t, "agent", `/pages/${pageId}/conversations`, options);
  await tab.getByText("Nobody waits").waitFor();
  await tab.evaluate(() => navigator.serviceWorker.ready);
  await tab.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // Now everything comes through the worker.
  await tab.reload();
  await tab.getByText("Nobody waits").waitFor();
  const kept = () =>
    tab.evaluate(async () => {
      const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
      const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat();
      return requests.map(({ url }) => new URL(url).pathname);
    });
  await until(async () => (await kept()).includes("/"));
  assert.deepEqual(
    (await kept()).filter((path) => path !== "/" && !path.startsWith("/assets/")),
    [],
  );

  await tab.context().setOffline(true);
  await tab.reload();
  await tab.getByText("You are offline.").waitFor();
  await tab.context().setOffline(false);
  await tab.getByText("Nobody waits").waitFor();
});

type Kept = { title: string; body?: string; isClosed: boolean };
type WorkerScope = {
  registration: { getNotifications(): Promise<Kept[]> };
  dispatchEvent(event: Event): boolean;
  ExtendableEvent: new (type: string) => Event;
  WindowClient: { prototype: { focus(): Promise<unknown> } };
};

test("an owner lets a program know, sees a failure, and an agent cannot change it", async (t) => {
  const { openAs, pageId } = await aShop();
  let status = 500;
  const program = await aServer(t, (_, response) => response.writeHead(status).end());
  const tab = await openAs(t, "owner", `/pages/${pageId}/settings?tab=notifications`);
  await tab.getByText("Nobody is told of a hand-over outside of the console.").waitFor();
  await tab.getByRole("switch", { name: "A program of yours" }).click();
  await tab.getByRole("textbox", { name: "Address" }).fill(`${program.origin}/hook`);
  // At the end of the form its button covers nothing.
  await tab.evaluate(() => scrollTo(0, document.body.scrollHeight));
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("button", { name: "Save" }).click();
  await tab.getByText("Nobody is told of a hand-over").waitFor({ state: "detached" });

  await (await aVisitor(it.baseUrl, pageId)).say("person");
  await until(() => program.seen.length > 0);
  await until(async () => {
    await tab.reload();
    return tab
      .getByText("The last attempt failed: status 500")
      .waitFor({ timeout: 3000 })
      .then(
        () => true,
        () => false,
      );
  });
  status = 200;
  const agent = await openAs(t, "agent", `/pages/${pageId}/settings?tab=notifications`);
  await agent.getByText("Only owners change this.").waitFor();
  assert.equal(await agent.getByRole("button", { name: "Save" }).isDisabled(), true);
});
