import { type FromFrame, type FromHost, readFromHost, tagMessage } from "../frame-message.ts";

/** The loader on the page around our frame. */
export type Host = { send(message: FromFrame): void };

export function connectHost(origin: string, onMessage: (message: FromHost) => void): Host {
  const send = (message: FromFrame) => window.parent.postMessage(tagMessage(message), origin);
  window.addEventListener("message", (event) => {
    if (event.source !== window.parent || event.origin !== origin) return;
    const message = readFromHost(event.data);
    if (message) onMessage(message);
  });
  send({ type: "ready" });
  return { send };
}
