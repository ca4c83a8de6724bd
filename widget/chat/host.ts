import { type FromFrame, type FromHost, readFromHost, tagMessage } from "../frame-message.ts";

/** The loader on the page around our frame. */
export type Host = { send(message: FromFrame): void };

export function connectHost(origin: string, onState: (state: FromHost) => void): Host {
  const send = (message: FromFrame) => window.parent.postMessage(tagMessage(message), origin);
  window.addEventListener("message", (event) => {
    if (event.source !== window.parent || event.origin !== origin) return;
    const state = readFromHost(event.data);
    if (state) onState(state);
  });
  send({ type: "ready" });
  return { send };
}
