import "./site.css";
import { type PreviewMessage, readFromHost, tagMessage } from "../frame-message.ts";
import { mountWidget, type Widget } from "../loader/widget.ts";
import { type Look, schemeOf } from "../look.ts";

// A site as the owner's might be, with the widget on it. The console shows it in a frame at /chat/{page_id}/preview and
// sends each change of the look.

const chatUrl = new URL(location.pathname.replace(/\/preview\/?$/, ""), location.href);
let widget: Widget | undefined;
let language: Look["language"];

window.addEventListener("message", (event) => {
  if (event.source !== window.parent || event.origin !== location.origin) return;
  const message = readFromHost(event.data);
  if (message?.type === "look") show(message);
  if (message?.type === "state") widget?.show(message.open);
});
window.parent.postMessage(tagMessage({ type: "ready" }), location.origin);

function show({ look, form }: PreviewMessage): void {
  document.documentElement.dataset.scheme = schemeOf(look);
  // The words of the launcher are chosen when it is made.
  if (widget && language === look.language) {
    widget.apply(look, form);
    return;
  }
  document.querySelector("banter-widget")?.remove();
  language = look.language;
  const page = chatUrl.pathname.split("/").at(-1) ?? "";
  const tag = { page, chatUrl, ref: undefined, color: undefined, side: undefined, openAtOnce: false };
  widget = mountWidget({ ...tag, isPreview: true }, look);
  widget.apply(look, form);
  widget.show(true);
}
