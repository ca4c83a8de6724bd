/** Lets the console open without a network, and be installed. Browsers without service workers go on without it. */
export function startOfflineShell(): void {
  // From its sources, the console has no files that could be kept.
  const isBuilt = document.querySelector('script[src^="/assets/"]') !== null;
  if (!isBuilt || !("serviceWorker" in navigator)) return;
  // After everything that the screen needs.
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined));
}
