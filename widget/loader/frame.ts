import { type FromHost, type PreviewMessage, readFromFrame, tagMessage } from "../frame-message.ts";
import type { Look } from "../look.ts";
import type { WidgetSettings } from "./settings.ts";

type FrameListener = { onReady(): void; onUnread(count: number): void; onClose(): void };

/** The chat in a frame of its own origin, loaded on demand. */
export function createFrame(settings: WidgetSettings, { onReady, onUnread, onClose }: FrameListener) {
  const { origin } = settings.chatUrl;
  const element = document.createElement("iframe");
  element.allow = "fullscreen";
  let isReady = false;
  let isOpen = false;
  let preview: PreviewMessage | undefined;

  function onMessage(event: MessageEvent): void {
    if (event.origin !== origin || event.source !== element.contentWindow) return;
    const message = readFromFrame(event.data);
    if (message?.type === "unread") onUnread(message.count);
    if (message?.type === "close") onClose();
    if (message?.type !== "ready") return;
    isReady = true;
    onReady();
    sendState();
    restoreFocus(element);
  }

  function send(message: FromHost): void {
    // Until it is ready, the frame shows an empty document of the site's origin.
    if (isReady) element.contentWindow?.postMessage(tagMessage(message), origin);
  }

  function sendState(): void {
    const focused = document.visibilityState === "visible" && document.hasFocus();
    send({ type: "state", open: isOpen, focused });
    if (preview) send(preview);
  }

  return {
    element,
    load(): void {
      window.addEventListener("message", onMessage);
      for (const event of ["focus", "blur"]) window.addEventListener(event, sendState);
      document.addEventListener("visibilitychange", sendState);
      element.src = frameUrl(settings).href;
    },
    setOpen(open: boolean): void {
      isOpen = open;
      sendState();
    },
    /** Only in the preview: elsewhere the chat has its look from the server. */
    showLook(look: Look, form: unknown): void {
      preview = { type: "look", look, form };
      sendState();
    },
  };
}

/** Loading replaces the frame's document, which loses the focus that it had before. */
function restoreFocus(frame: HTMLIFrameElement): void {
  const scope = frame.getRootNode();
  if (scope instanceof ShadowRoot && scope.activeElement === frame) frame.contentWindow?.focus();
}

function frameUrl({ chatUrl, ref, color, isPreview }: WidgetSettings): URL {
  const url = new URL(chatUrl);
  url.searchParams.set("embed", "1");
  url.searchParams.set("origin", location.origin);
  if (ref) url.searchParams.set("ref", ref);
  if (color) url.searchParams.set("color", color);
  if (isPreview) url.searchParams.set("preview", "1");
  return url;
}
