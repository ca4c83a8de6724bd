import { readFromFrame, seal } from "../frame-message.ts";
import type { WidgetSettings } from "./widget.ts";

type FrameListener = { onReady(): void; onUnread(count: number): void; onClose(): void };

/** The chat in a frame of its own origin, which is loaded when it is first wanted. */
export function createFrame(settings: WidgetSettings, { onReady, onUnread, onClose }: FrameListener) {
  const { origin } = settings.chatUrl;
  const element = document.createElement("iframe");
  element.allow = "fullscreen";
  let isReady = false;
  let isOpen = false;

  function hear(event: MessageEvent): void {
    if (event.origin !== origin || event.source !== element.contentWindow) return;
    const message = readFromFrame(event.data);
    if (message?.type === "unread") onUnread(message.count);
    if (message?.type === "close") onClose();
    if (message?.type !== "ready") return;
    isReady = true;
    onReady();
    tell();
    // The focus it was given before it was loaded has gone with the empty page that was there.
    const scope = element.getRootNode();
    if (scope instanceof ShadowRoot && scope.activeElement === element) element.contentWindow?.focus();
  }

  function tell(): void {
    // Before that the frame still is an empty page of the site's.
    if (!isReady) return;
    const focused = document.visibilityState === "visible" && document.hasFocus();
    element.contentWindow?.postMessage(seal({ type: "state", open: isOpen, focused }), origin);
  }

  return {
    element,
    load(): void {
      window.addEventListener("message", hear);
      for (const event of ["focus", "blur"]) window.addEventListener(event, tell);
      document.addEventListener("visibilitychange", tell);
      element.src = frameUrl(settings).href;
    },
    setOpen(open: boolean): void {
      isOpen = open;
      tell();
    },
  };
}

function frameUrl({ chatUrl, ref, color }: WidgetSettings): URL {
  const url = new URL(chatUrl);
  url.searchParams.set("embed", "1");
  url.searchParams.set("origin", location.origin);
  if (ref) url.searchParams.set("ref", ref);
  if (color) url.searchParams.set("color", color);
  return url;
}
