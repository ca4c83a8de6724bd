import { readColor } from "../color.ts";
import { mountWidget } from "./widget.ts";

// The script tag for a site that shows the chat:
//   <script src="https://chat.example/widget.js" data-page="web_1000001" async></script>
// Optional attributes: data-ref, data-color="#0a7cff", data-position="left" or "right", data-open.

const script = document.currentScript ?? document.querySelector("script[data-page][src*='widget.js']");
if (script instanceof HTMLScriptElement) {
  if (document.body) start(script);
  else document.addEventListener("DOMContentLoaded", () => start(script), { once: true });
}

function start({ src, dataset }: HTMLScriptElement): void {
  const { page = "", ref, color, position, open } = dataset;
  // A site that has the tag twice gets one widget.
  if (!/^[\w-]+$/.test(page) || document.querySelector(`banter-widget[data-page="${page}"]`)) return;

  mountWidget({
    page,
    chatUrl: new URL(`chat/${page}`, src),
    ref,
    color: readColor(color),
    side: position === "left" || position === "right" ? position : undefined,
    openAtOnce: open !== undefined && open !== "false",
  });
}
