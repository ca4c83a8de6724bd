// Shows notifications of the server, also when no tab of the console is open.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { title = "Banter", text = "", url = "/", tag } = event.data?.json() ?? {};
  event.waitUntil(self.registration.showNotification(title, { body: text, tag, icon: "/icon.svg", data: { url } }));
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
  const [tab] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!tab) return self.clients.openWindow(here);
  await tab.focus();
  return tab.navigate(here);
}
