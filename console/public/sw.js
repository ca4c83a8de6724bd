// Shows notifications of the server, also when no tab of the console is open, and opens the console without a network.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(Promise.all([self.clients.claim(), keepFirst()])));

self.addEventListener("push", (event) => {
  const { title = "Banter", text = "", url = "/", tag } = event.data?.json() ?? {};
  const options = { body: text, tag, icon: "/icon-192.png", data: { url } };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? "/"));
});

/** Uses an open tab of the console, or opens one. */
async function open(url) {
  const { pathname, search } = new URL(url, self.location.origin);
  // The server's public address may differ from the address this browser uses.
  const here = new URL(pathname + search, self.location.origin).href;
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find((each) => isConsole(new URL(each.url)));
  if (!tab) return self.clients.openWindow(here);
  await tab.focus();
  return tab.navigate(here);
}

// The shell: the console's one page and its scripts and styles, each kept when it was read. Answers of the API, chats and
// files are never kept: they do not even pass through here.

/** The addresses of the console, as the server knows them. */
const consolePath = /^\/($|(login|setup|join|forgotten|reset|pages|templates)$|(pages|settings)\/|connect\/facebook$)/;
const isConsole = ({ origin, pathname }) => origin === self.location.origin && consolePath.test(pathname);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate" && isConsole(url)) event.respondWith(page(event));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(asset(event));
});

/** The server's page, so that a new release is there at once; the kept one only if the server cannot be reached. */
async function page(event) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(keepPage(answer.clone()));
    return answer;
  } catch (error) {
    const kept = await caches.match("/");
    if (kept) return kept;
    throw error;
  }
}

/** The page that has brought the worker was read without it. */
async function keepFirst() {
  const answer = await fetch("/").catch(() => undefined);
  if (answer?.ok) await keepPage(answer).catch(() => undefined);
}

/** Every build has a cache named by its first script. The build before stays for tabs that still run it. */
async function keepPage(answer) {
  const text = await answer.clone().text();
  const needed = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  const name = needed.find((path) => path.endsWith(".js"));
  if (!name) return;
  const isNew = !(await caches.has(name));
  const older = (await caches.keys()).filter((each) => each !== name);
  const cache = await caches.open(name);
  await cache.put("/", answer);
  if (isNew) await cache.addAll(needed);
  for (const each of older) await (await caches.open(each)).delete("/");
  for (const each of older.slice(0, -1)) await caches.delete(each);
}

/** A file's name changes with its content: a kept one is never old. */
async function asset(event) {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const answer = await fetch(event.request);
  const names = await caches.keys();
  if (answer.ok && names.length > 0) {
    const cache = await caches.open(names[names.length - 1]);
    event.waitUntil(cache.put(event.request, answer.clone()));
  }
  return answer;
}
