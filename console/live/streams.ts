import { managementPrefix } from "@banter/core/api/management/contract.ts";
import { openPageStream, type PageEvent, type StreamOpened, type StreamState } from "./page-stream.ts";

export type Listener = (event: PageEvent | StreamOpened) => void;

type Shared = {
  listeners: Set<Listener>;
  watchers: Set<() => void>;
  state: StreamState;
  stream: ReturnType<typeof openPageStream> | undefined;
};

/** One stream for each page that something in this tab listens to. */
const streams = new Map<string, Shared>();

/**
 * Browsers allow six connections to a server over HTTP/1.1, for all tabs together. A tab that nobody sees gives its own
 * back after this time, and resumes when it is seen again.
 */
const hiddenMs = 30_000;

/** Calls the listener with every event of the page. Returns the end of it. */
export function listen(pageId: string, listener: Listener): () => void {
  const shared = sharedOf(pageId);
  shared.listeners.add(listener);
  if (!shared.stream) open(pageId, shared);
  return () => {
    shared.listeners.delete(listener);
    // A screen that is left for another one of the same page listens again at once.
    setTimeout(() => {
      if (shared.listeners.size === 0) close(shared);
    });
  };
}

export function watchState(pageId: string, watcher: () => void): () => void {
  const { watchers } = sharedOf(pageId);
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

export const stateOf = (pageId: string): StreamState => sharedOf(pageId).state;

function sharedOf(pageId: string): Shared {
  const known = streams.get(pageId);
  if (known) return known;
  const shared: Shared = { listeners: new Set(), watchers: new Set(), state: "opening", stream: undefined };
  streams.set(pageId, shared);
  return shared;
}

function open(pageId: string, shared: Shared): void {
  if (!isWatchingTab) watchTab();
  shared.stream = openPageStream({
    connect: (lastId, signal) => connect(pageId, lastId, signal),
    onEvent: (event) => {
      for (const listener of [...shared.listeners]) listener(event);
    },
    onState: (state) => {
      shared.state = state;
      for (const watcher of [...shared.watchers]) watcher();
    },
  });
}

function close(shared: Shared): void {
  shared.stream?.stop();
  shared.stream = undefined;
}

async function connect(pageId: string, lastId: string | undefined, signal: AbortSignal) {
  const { ok, status, body } = await fetch(`${managementPrefix}/pages/${encodeURIComponent(pageId)}/events`, {
    headers: { accept: "text/event-stream", ...(lastId !== undefined && { "last-event-id": lastId }) },
    cache: "no-store",
    signal,
  });
  if (!ok || !body) throw new Error(`The stream was answered with ${status}.`);
  return body;
}

let isWatchingTab = false;

function setResting(isResting: boolean): void {
  for (const { stream } of streams.values()) stream?.setResting(isResting);
}

/** A tab that comes back tries at once. */
function watchTab(): void {
  isWatchingTab = true;
  const retry = () => {
    for (const { stream } of streams.values()) stream?.retryNow();
  };
  addEventListener("offline", () => {
    for (const { stream } of streams.values()) stream?.cut();
  });
  addEventListener("online", retry);
  addEventListener("focus", retry);
  let hiding: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(hiding);
    if (document.visibilityState === "hidden") hiding = setTimeout(() => setResting(true), hiddenMs);
    else {
      setResting(false);
      retry();
    }
  });
}
