import { isUnsent, type Outgoing, type OutgoingFile } from "../conversation.ts";
import { kindOf } from "../file-check.ts";
import type { Api } from "./api.ts";
import { backOffMs, createPause } from "./backoff.ts";
import { asCallError } from "./call-error.ts";
import { createPreviews } from "./previews.ts";

export type Outbox = {
  add(text: string, payload?: string): void;
  /** `refusal`: it is shown as refused for this reason, and not sent. */
  addFile(file: File, refusal?: string): void;
  /** Sends all waiting messages now. */
  wake(): void;
  remove(key: string): void;
};

type OutboxDeps = {
  api: Pick<Api, "say" | "upload">;
  /** False until the visit has started: messages need the visitor's token. */
  isOpen(): boolean;
  list(): Outgoing[];
  save(outbox: Outgoing[]): void;
  onAccepted(): void;
  /** Called when the server refuses the visitor. Resolves to true if another attempt makes sense. */
  onRefused(status: number): Promise<boolean>;
  /** Called when the visitor must fill in a form first. Messages wait until `isOpen` again. */
  onFormRequired(): Promise<unknown>;
};

/** Sends messages one at a time. Each is repeated under its own key until the server accepts or refuses it. */
export function createOutbox(deps: OutboxDeps): Outbox {
  const { api, isOpen, list, save, onAccepted, onRefused, onFormRequired } = deps;
  const pause = createPause();
  const files = createPreviews();
  let isRunning = false;

  const setState = (state: Outgoing["state"], applies: (outgoing: Outgoing) => boolean) =>
    save(list().map((outgoing) => (applies(outgoing) ? { ...outgoing, state } : outgoing)));

  const setFile = (key: string, change: Partial<OutgoingFile>) =>
    save(
      list().map((outgoing) =>
        outgoing.key === key && outgoing.file ? { ...outgoing, file: { ...outgoing.file, ...change } } : outgoing,
      ),
    );

  /** A file is uploaded first. Repeating that stores it once. */
  async function send({ key, text, payload, file }: Outgoing): Promise<void> {
    if (!file) return api.say(payload === undefined ? { text } : { payload }, key);
    const bytes = files.find(key);
    if (file.id === undefined && bytes) {
      const id = await api.upload(bytes, (progress) => setFile(key, { progress }));
      setFile(key, { id, progress: 1 });
      return api.say({ file_id: id }, key);
    }
    return api.say({ file_id: file.id ?? 0 }, key);
  }

  async function run(): Promise<void> {
    if (isRunning || !isOpen()) return;
    isRunning = true;
    for (let failures = 0, next = nextOf(list()); next; next = nextOf(list())) {
      const { key, file } = next;
      try {
        await send(next);
        failures = 0;
        setState("accepted", (outgoing) => outgoing.key === key);
        onAccepted();
      } catch (error) {
        const { status, retryAfterMs, code } = asCallError(error);
        if (code === "form_required") {
          await onFormRequired();
          if (!isOpen()) break;
        } else if (isFinal(status) || (file && status === 403)) {
          setFile(key, { refusal: code ?? "" });
          setState("refused", (outgoing) => outgoing.key === key);
          continue;
        }
        failures += 1;
        setState("waiting", isUnsent);
        if (status && [401, 403, 404].includes(status) && !(await onRefused(status))) break;
        await pause.wait(backOffMs(failures, retryAfterMs));
      }
    }
    isRunning = false;
  }

  function add(outgoing: Omit<Outgoing, "at">): void {
    const outbox = [...list(), { ...outgoing, at: new Date().toISOString() }];
    files.keepOnly(outbox.map(({ key }) => key));
    save(outbox);
    pause.wake();
    run();
  }

  return {
    add: (text, payload) => add({ key: newKey(), text, payload, state: "sending" }),
    addFile(bytes, refusal) {
      const key = newKey();
      const file = { name: bytes.name, type: kindOf(bytes), progress: 0, preview: files.add(key, bytes), refusal };
      add({ key, text: "", file, state: refusal === undefined ? "sending" : "refused" });
    },
    wake() {
      setState("sending", isUnsent);
      pause.wake();
      run();
    },
    remove(key) {
      const outbox = list().filter((outgoing) => outgoing.key !== key);
      files.keepOnly(outbox.map(({ key }) => key));
      save(outbox);
    },
  };
}

function nextOf(outbox: Outgoing[]): Outgoing | undefined {
  return outbox.find(isUnsent);
}

/** The server would refuse the same message again, and it is about the message, not the visitor. */
function isFinal(status: number | undefined): boolean {
  return status === 400 || status === 409 || status === 413 || status === 415 || status === 422;
}

/** crypto.randomUUID exists only on pages with TLS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
