import { readColor } from "../color.ts";
import { loadLook } from "./load-look.ts";
import { mountWidget } from "./widget.ts";

// The script tag for a site that shows the chat:
//   <script src="https://chat.example/widget.js" data-page="web_1000001" async></script>
// The owner designs it in the console. Optional attributes, which take precedence: data-ref, data-color="#0a7cff", data-position="left" or "right", data-open.

const script = document.currentScript ?? document.querySelector("script[data-page][src*='widget.js']");
if (script instanceof HTMLScriptElement) {
  if (document.body) start(script);
  else document.addEventListener("DOMContentLoaded", () => start(script), { once: true });
}

async function start({ src, dataset }: HTMLScriptElement): Promise<void> {
  const { page = "", ref, color, position, open } = dataset;
  if (!/^[\w-]+$/.test(page)) return;
  const chatUrl = new URL(`chat/${page}`, src);
  const look = await loadLook(chatUrl);
  // A site that has the tag twice gets one widget.
  if (document.querySelector(`banter-widget[data-page="${page}"]`)) return;

  mountWidget(
    {
      page,
      chatUrl,
      ref,
      color: readColor(color),
      side: position === "left" || position === "right" ? position : undefined,
      openAtOnce: open !== undefined && open !== "false",
    },
    look,
  );
}
