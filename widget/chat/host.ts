import { type FromFrame, type FromHost, readFromHost, seal } from "../frame-message.ts";

/** The loader on the page around our frame. */
export type Host = { tell(message: FromFrame): void };

export function connectHost(origin: string, onState: (state: FromHost) => void): Host {
  const tell = (message: FromFrame) => window.parent.postMessage(seal(message), origin);
  window.addEventListener("message", (event) => {
    if (event.source !== window.parent || event.origin !== origin) return;
    const state = readFromHost(event.data);
    if (state) onState(state);
  });
  tell({ type: "ready" });
  return { tell };
}
