import type { Outgoing } from "../conversation.ts";
import { type Api, asCallError } from "./api.ts";
import { backOffMs, createPause } from "./backoff.ts";

export type Outbox = {
  add(text: string, payload?: string): void;
  /** Sends now what still waits. */
  wake(): void;
  remove(key: string): void;
};

type Office = {
  api: Pick<Api, "say">;
  /** Before the visit has begun there is nobody to speak for. */
  isOpen(): boolean;
  list(): Outgoing[];
  keep(outbox: Outgoing[]): void;
  onAccepted(): void;
  /** The server does not let us talk. Resolves to whether there is a point in going on. */
  onRefused(status: number): Promise<boolean>;
};

/** Sends one message after the other, each again and again under its own key until the server has taken it. */
export function createOutbox({ api, isOpen, list, keep, onAccepted, onRefused }: Office): Outbox {
  const pause = createPause();
  let isRunning = false;

  const change = (state: Outgoing["state"], applies: (outgoing: Outgoing) => boolean) =>
    keep(list().map((outgoing) => (applies(outgoing) ? { ...outgoing, state } : outgoing)));

  async function run(): Promise<void> {
    if (isRunning || !isOpen()) return;
    isRunning = true;
    for (let failures = 0, next = nextOf(list()); next; next = nextOf(list())) {
      const { key, text, payload } = next;
      try {
        await api.say(payload === undefined ? { text } : { payload }, key);
        failures = 0;
        change("accepted", (outgoing) => outgoing.key === key);
        onAccepted();
      } catch (error) {
        const { status, retryAfterMs } = asCallError(error);
        if (isFinal(status)) {
          change("refused", (outgoing) => outgoing.key === key);
          continue;
        }
        failures += 1;
        change("waiting", isUnsent);
        if (status && [401, 403, 404].includes(status) && !(await onRefused(status))) break;
        await pause.wait(backOffMs(failures, retryAfterMs));
      }
    }
    isRunning = false;
  }

  return {
    add(text, payload) {
      keep([...list(), { key: newKey(), at: new Date().toISOString(), text, payload, state: "sending" }]);
      pause.wake();
      run();
    },
    wake() {
      change("sending", isUnsent);
      pause.wake();
      run();
    },
    remove: (key) => keep(list().filter((outgoing) => outgoing.key !== key)),
  };
}

function nextOf(outbox: Outgoing[]): Outgoing | undefined {
  return outbox.find(isUnsent);
}

function isUnsent({ state }: Outgoing): boolean {
  return state === "sending" || state === "waiting";
}

/** The same message would be refused again. */
function isFinal(status: number | undefined): boolean {
  return status === 400 || status === 409 || status === 413 || status === 415 || status === 422;
}

/** Not randomUUID, which a page without TLS does not have. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
