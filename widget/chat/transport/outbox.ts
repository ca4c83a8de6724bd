import { isUnsent, type Outgoing } from "../conversation.ts";
import { type Api, asCallError } from "./api.ts";
import { backOffMs, createPause } from "./backoff.ts";

export type Outbox = {
  add(text: string, payload?: string): void;
  /** Sends all waiting messages now. */
  wake(): void;
  remove(key: string): void;
};

type OutboxDeps = {
  api: Pick<Api, "say">;
  /** False until the visit has started: messages need the visitor's token. */
  isOpen(): boolean;
  list(): Outgoing[];
  save(outbox: Outgoing[]): void;
  onAccepted(): void;
  /** Called when the server refuses the visitor. Resolves to true if another attempt makes sense. */
  onRefused(status: number): Promise<boolean>;
};

/** Sends messages one at a time. Each is repeated under its own key until the server accepts or refuses it. */
export function createOutbox({ api, isOpen, list, save, onAccepted, onRefused }: OutboxDeps): Outbox {
  const pause = createPause();
  let isRunning = false;

  const setState = (state: Outgoing["state"], applies: (outgoing: Outgoing) => boolean) =>
    save(list().map((outgoing) => (applies(outgoing) ? { ...outgoing, state } : outgoing)));

  async function run(): Promise<void> {
    if (isRunning || !isOpen()) return;
    isRunning = true;
    for (let failures = 0, next = nextOf(list()); next; next = nextOf(list())) {
      const { key, text, payload } = next;
      try {
        await api.say(payload === undefined ? { text } : { payload }, key);
        failures = 0;
        setState("accepted", (outgoing) => outgoing.key === key);
        onAccepted();
      } catch (error) {
        const { status, retryAfterMs } = asCallError(error);
        if (isFinal(status)) {
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

  return {
    add(text, payload) {
      save([...list(), { key: newKey(), at: new Date().toISOString(), text, payload, state: "sending" }]);
      pause.wake();
      run();
    },
    wake() {
      setState("sending", isUnsent);
      pause.wake();
      run();
    },
    remove: (key) => save(list().filter((outgoing) => outgoing.key !== key)),
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
