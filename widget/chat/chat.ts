import { addMessages, type Conversation, newestId } from "./conversation.ts";
import type { Memory } from "./memory.ts";
import { asRecord, type Message, type ReplyButton, readMessage } from "./message.ts";
import { emptyProfile, type Profile } from "./profile.ts";
import { createStore, type Store } from "./store.ts";
import type { Api, VisitDetails } from "./transport/api.ts";
import { createPause } from "./transport/backoff.ts";
import type { StreamEvent } from "./transport/event-parser.ts";
import { listen } from "./transport/live-stream.ts";
import { createOutbox } from "./transport/outbox.ts";
import { createReceipts } from "./transport/receipts.ts";
import { insist } from "./transport/retry.ts";
import { admit } from "./transport/visit.ts";

export type ChatState = Conversation & {
  phase: "loading" | "ready" | "unavailable";
  profile: Profile;
  isLive: boolean;
  isTyping: boolean;
  /** The chat is on the visitor's screen, and the visitor is there. */
  isLooking: boolean;
  seenThrough: number;
};

export type Chat = {
  store: Store<ChatState>;
  open(details: VisitDetails): Promise<void>;
  say(text: string): void;
  press(button: Pick<ReplyButton, "title" | "payload">): void;
  sendAgain(): void;
  remove(key: string): void;
  sawThrough(id: number): void;
  /** The network or the visitor is back: no more waiting. */
  wake(): void;
};

/** The talk of one visitor with one page. */
export function createChat(api: Api, memory: Memory, isResting: () => boolean): Chat {
  const store = createStore<ChatState>({
    phase: "loading",
    profile: emptyProfile,
    messages: [],
    outbox: memory.outbox(),
    isLive: false,
    isTyping: false,
    isLooking: false,
    seenThrough: memory.seenThrough(),
  });
  const receipts = createReceipts(api);
  const visiting = createPause();
  let renewal: Promise<boolean> | undefined;
  let lastPress = { payload: "", at: 0 };
  let ear: ReturnType<typeof listen> | undefined;
  let typingTimer: ReturnType<typeof setTimeout> | undefined;

  const outbox = createOutbox({
    api,
    isOpen: () => store.get().phase === "ready",
    list: () => store.get().outbox,
    keep(outbox) {
      store.set({ outbox });
      keepUnsent();
    },
    onAccepted: () => ear?.wake(),
    onRefused,
  });

  async function visit(details: VisitDetails): Promise<boolean> {
    const before = memory.findToken();
    const visit = await admit(api, details, visiting);
    if (!visit) {
      store.set({ phase: "unavailable" });
      return false;
    }
    memory.keepToken(visit.token);
    if (before && visit.token !== before) startAfresh();
    receive(visit.conversation);
    return true;
  }

  function startAfresh(): void {
    store.set({ messages: [], seenThrough: 0 });
    receipts.reset();
  }

  async function onRefused(status: number): Promise<boolean> {
    // Both the stream and the outbox find out, but only one visitor shall be made.
    if (status === 401) {
      renewal ??= visit({}).finally(() => (renewal = undefined));
      return renewal;
    }
    if (status !== 403 && status !== 404) return true;
    store.set({ phase: "unavailable" });
    return false;
  }

  function receive(incoming: Message[]): void {
    store.set(addMessages(store.get(), incoming));
    keepUnsent();
    const newest = newestId(store.get().messages, "page");
    if (newest > 0) receipts.delivered(newest);
  }

  function keepUnsent(): void {
    memory.keepOutbox(store.get().outbox.filter(({ state }) => state === "sending" || state === "waiting"));
  }

  function onEvent({ event, data }: StreamEvent): void {
    const value = parse(data);
    if (event === "typing") setTyping(Number(asRecord(value).seconds) || 0);
    const message = event === "message" ? readMessage(value) : undefined;
    if (!message) return;
    if (message.from === "page") setTyping(0);
    receive([message]);
  }

  function setTyping(seconds: number): void {
    clearTimeout(typingTimer);
    store.set({ isTyping: seconds > 0 });
    if (seconds > 0) typingTimer = setTimeout(() => store.set({ isTyping: false }), Math.min(seconds, 120) * 1000);
  }

  async function open(details: VisitDetails): Promise<void> {
    if (!(await visit(details))) return;
    store.set({ phase: "ready" });
    outbox.wake();
    // The last time there may have been no time left to tell it.
    receipts.seen(store.get().seenThrough);
    const after = () => newestId(store.get().messages);
    const onLive = (isLive: boolean) => store.set({ isLive });
    ear ??= listen({ api, after, onEvent, onLive, onRefused, isResting });
  }

  // Without it one can still talk.
  insist(api.profile).then(
    (profile) => store.set({ profile }),
    () => {},
  );

  return {
    store,
    open,
    say: (text) => outbox.add(text),
    press({ title, payload }) {
      // A double click is one press.
      if (payload === lastPress.payload && Date.now() - lastPress.at < 800) return;
      lastPress = { payload, at: Date.now() };
      outbox.add(title, payload);
    },
    sendAgain: outbox.wake,
    remove: outbox.remove,
    sawThrough(id) {
      if (id <= store.get().seenThrough) return;
      store.set({ seenThrough: id });
      memory.keepSeenThrough(id);
      receipts.seen(id);
    },
    wake() {
      visiting.wake();
      ear?.wake();
      if (ear) outbox.wake();
    },
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
