import type { StreamEvent } from "@banter/sdk/event-stream.ts";
import { addMessages, type Conversation, isShown, isUnsent, newestId } from "./conversation.ts";
import { asRecord, asText, parseJson } from "./json.ts";
import type { Memory } from "./memory.ts";
import { type Message, readMessage } from "./message.ts";
import type { FilledForm, Form, FormResult } from "./prechat/form.ts";
import { emptyProfile, type Profile } from "./profile.ts";
import { createStore, type Store } from "./store.ts";
import type { Api, VisitDetails } from "./transport/api.ts";
import { createPause, type Pause } from "./transport/backoff.ts";
import { asCallError } from "./transport/call-error.ts";
import { type LiveStream, openLiveStream } from "./transport/live-stream.ts";
import { createOutbox, type Outbox } from "./transport/outbox.ts";
import { createReceipts, type Receipts } from "./transport/receipts.ts";
import { startVisit } from "./transport/visit.ts";

export type ChatState = Conversation & {
  phase: "loading" | "ready" | "unavailable";
  profile: Profile;
  /** The form that the visitor fills in before they write. */
  form?: Form | undefined;
  isLive: boolean;
  isTyping: boolean;
  /** The page's answer as far as it is written. It is not stored, and may be taken back. */
  writing: string;
  /** The chat is on the visitor's screen and has the focus. */
  isLooking: boolean;
  seenThrough: number;
  /** A member has read the visitor's messages up to this id. */
  readThrough: number;
};

/** One visitor's conversation with one page: the state on the screen and everything that keeps it up to date. */
export type Session = {
  api: Api;
  memory: Memory;
  isResting(): boolean;
  store: Store<ChatState>;
  receipts: Receipts;
  outbox: Outbox;
  /** The wait between two attempts to start the visit. */
  visitPause: Pause;
  /** Set while a new token is fetched. The stream and the outbox share it, so that only one visitor is made. */
  renewal?: Promise<boolean>;
  /** Opened with the first visit, never replaced. */
  stream?: LiveStream;
  typingTimer?: ReturnType<typeof setTimeout>;
  /** The time of the last request for the profile. */
  profileAt?: number;
};

export function createSession(api: Api, memory: Memory, isResting: () => boolean): Session {
  const store = createStore<ChatState>({
    phase: "loading",
    profile: emptyProfile,
    messages: [],
    outbox: memory.outbox(),
    isLive: false,
    isTyping: false,
    writing: "",
    isLooking: false,
    seenThrough: memory.seenThrough(),
    readThrough: 0,
  });
  const outbox = createOutbox({
    api,
    isOpen: () => store.get().phase === "ready" && !store.get().form,
    list: () => store.get().outbox,
    save(outbox) {
      store.set({ outbox });
      saveUnsent(session);
    },
    onAccepted: () => session.stream?.wake(),
    onRefused: (status) => onRefused(session, status),
    onFormRequired: () => visit(session, {}),
  });
  const session: Session = {
    api,
    memory,
    isResting,
    store,
    receipts: createReceipts(api),
    outbox,
    visitPause: createPause(),
  };
  return session;
}

/** Starts the visit, then the stream and the outbox. */
export async function openSession(session: Session, details: VisitDetails): Promise<void> {
  const { api, store, outbox, receipts, isResting } = session;
  if (!(await visit(session, details))) return;
  store.set({ phase: "ready" });
  outbox.wake();
  // The page may have been closed before this receipt was sent.
  receipts.seen(store.get().seenThrough);
  session.stream ??= openLiveStream({
    api,
    after: () => newestId(store.get().messages),
    onEvent: (event) => onEvent(session, event),
    onLive: (isLive) => store.set({ isLive }),
    onRefused: (status) => onRefused(session, status),
    isResting,
  });
}

/** False if the page is not available. */
async function visit(session: Session, details: VisitDetails): Promise<boolean> {
  const { api, memory, store, receipts, visitPause } = session;
  const oldToken = memory.findToken();
  const wanted = { ...memory.heldVisit(), ...details };
  const visit = await startVisit(api, wanted, visitPause);
  if (!visit) {
    store.set({ phase: "unavailable" });
    return false;
  }
  memory.saveToken(visit.token);
  memory.holdVisit(visit.form ? wanted : {});
  store.set({ form: visit.form });
  if (oldToken && visit.token !== oldToken) {
    store.set({ messages: [], seenThrough: 0, readThrough: 0 });
    receipts.reset();
  }
  receive(session, visit.conversation);
  return true;
}

/** Sends the form. Once the page has it, the visit starts that was held until then. */
export async function sendForm(session: Session, filled: FilledForm): Promise<FormResult> {
  try {
    await session.api.form(filled);
  } catch (error) {
    const { status, refusal, faults } = asCallError(error);
    if (refusal === 400) {
      // The owner may have changed the form meanwhile.
      await visit(session, {});
      return { faults };
    }
    if (status) await onRefused(session, status);
    return "failed";
  }
  session.memory.saveFormDraft({});
  await openSession(session, {});
  return "done";
}

/** Handles a 4xx answer to the stream or the outbox. Resolves to true if they should go on. */
async function onRefused(session: Session, status: number): Promise<boolean> {
  if (status === 401) {
    session.renewal ??= visit(session, {}).finally(() => {
      session.renewal = undefined;
    });
    return session.renewal;
  }
  if (status !== 403 && status !== 404) return true;
  session.store.set({ phase: "unavailable" });
  return false;
}

function onEvent(session: Session, { event, data }: StreamEvent): void {
  const value = parseJson(data);
  if (event === "typing") showTyping(session, Number(asRecord(value).seconds) || 0);
  if (event === "writing") showWriting(session, asRecord(value));
  if (event === "read") showRead(session, Number(asRecord(value).through) || 0);
  const message = event === "message" ? readMessage(value) : undefined;
  if (!message) return;
  if (message.from === "page" && isShown(message)) showTyping(session, 0);
  // Either it is the answer, or the visitor has written more and gets another one.
  if (session.store.get().writing) session.store.set({ writing: "" });
  receive(session, [message]);
}

function receive(session: Session, incoming: Message[]): void {
  const { store, receipts } = session;
  store.set(addMessages(store.get(), incoming));
  saveUnsent(session);
  const newest = newestId(store.get().messages, "page");
  if (newest > 0) receipts.delivered(newest);
}

function saveUnsent({ memory, store }: Session): void {
  memory.saveOutbox(store.get().outbox.filter(isUnsent));
}

function showRead({ store }: Session, through: number): void {
  if (through > store.get().readThrough) store.set({ readThrough: through });
}

const maxTypingSeconds = 120;

function showTyping(session: Session, seconds: number): void {
  const { store } = session;
  clearTimeout(session.typingTimer);
  store.set({ isTyping: seconds > 0 });
  if (seconds <= 0) return;
  const hide = () => store.set({ isTyping: false, writing: "" });
  session.typingTimer = setTimeout(hide, Math.min(seconds, maxTypingSeconds) * 1000);
}

/** Without words, those before are taken back, and the page may still be typing. */
function showWriting(session: Session, { text, seconds }: Record<string, unknown>): void {
  const writing = asText(text) ?? "";
  if (writing !== "") showTyping(session, Number(seconds) || 0);
  session.store.set({ writing });
}
