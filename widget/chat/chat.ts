import { refusalOf } from "./file-check.ts";
import type { Memory } from "./memory.ts";
import type { ReplyButton } from "./message.ts";
import type { FilledForm, FormResult } from "./prechat/form.ts";
import { type ChatState, createSession, openSession, type Session, sendForm } from "./session.ts";
import type { Store } from "./store.ts";
import type { Api, VisitDetails } from "./transport/api.ts";
import { retry } from "./transport/retry.ts";
import { createTyping } from "./transport/typing.ts";

type Press = Pick<ReplyButton, "title" | "payload">;

/** The state of the chat and everything that the screen can do with it. */
export type Chat = {
  store: Store<ChatState>;
  open(details: VisitDetails): Promise<void>;
  say(text: string): void;
  /** The text in the field has changed. */
  type(text: string): void;
  press(button: Press): void;
  /** Sends files, each as a message. Those that the page does not take are shown with the reason. */
  sendFiles(files: Iterable<File>): void;
  sendAgain(): void;
  remove(key: string): void;
  sendForm(filled: FilledForm): Promise<FormResult>;
  /** Answers that the visitor has given before, in this tab. */
  formDraft(): Record<string, string>;
  saveFormDraft(answers: Record<string, string>): void;
  sawThrough(id: number): void;
  /** Ends all waits before a retry: the network or the visitor is back. */
  wake(): void;
};

export function createChat(api: Api, memory: Memory, isResting: () => boolean): Chat {
  const session = createSession(api, memory, isResting);
  const typing = createTyping(api);
  loadProfile(session);
  return {
    store: session.store,
    open: (details) => openSession(session, details),
    say(text) {
      typing.sent();
      session.outbox.add(text);
    },
    type(text) {
      if (session.store.get().phase === "ready") typing.changed(text);
    },
    press: ignoreDoubleClicks(({ title, payload }) => session.outbox.add(title, payload)),
    sendFiles: (files) => sendFiles(session, files),
    sendAgain: session.outbox.wake,
    remove: session.outbox.remove,
    sendForm: (filled) => sendForm(session, filled),
    formDraft: memory.formDraft,
    saveFormDraft: memory.saveFormDraft,
    sawThrough: (id) => sawThrough(session, id),
    wake: () => wake(session),
  };
}

/** The chat works without a profile too, so a failure is not shown. */
function loadProfile(session: Session): void {
  const { api, store } = session;
  session.profileAt = Date.now();
  retry(api.profile).then(
    (profile) => store.set({ profile }),
    () => {},
  );
}

function sendFiles({ store, outbox }: Session, files: Iterable<File>): void {
  const rules = store.get().profile.files;
  if (!rules) return;
  for (const file of files) outbox.addFile(file, refusalOf(file, rules));
}

function ignoreDoubleClicks(send: (button: Press) => void): (button: Press) => void {
  let last = { payload: "", at: 0 };
  return (button) => {
    const now = Date.now();
    if (button.payload === last.payload && now - last.at < 800) return;
    last = { payload: button.payload, at: now };
    send(button);
  };
}

function sawThrough({ store, memory, receipts }: Session, id: number): void {
  if (id <= store.get().seenThrough) return;
  store.set({ seenThrough: id });
  memory.saveSeenThrough(id);
  receipts.seen(id);
}

const maxProfileAgeMs = 5 * 60_000;

function wake(session: Session): void {
  const { visitPause, stream, outbox, profileAt = 0 } = session;
  // The page may have closed or opened for the day since.
  if (Date.now() - profileAt > maxProfileAgeMs) loadProfile(session);
  visitPause.wake();
  if (!stream) return;
  stream.wake();
  outbox.wake();
}
