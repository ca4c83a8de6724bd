import { inkOn } from "../color.ts";
import { chooseLanguage, launcherWords } from "../words.ts";
import { createFrame } from "./frame.ts";
import { createLauncher } from "./launcher.ts";
import { returningVisitor } from "./returning.ts";
import { widgetStyle } from "./style.ts";

export type WidgetSettings = {
  page: string;
  chatUrl: URL;
  ref: string | undefined;
  color: string | undefined;
  side: "left" | "right" | undefined;
  openAtOnce: boolean;
};

/** A launcher in the corner of the site, with the chat behind it. */
export function mountWidget(settings: WidgetSettings): void {
  const words = launcherWords[chooseLanguage(navigator.languages)];
  const visitor = returningVisitor(settings.page);
  const launcher = createLauncher(words, toggle);
  const frame = createFrame(settings, {
    onReady: () => panel.classList.add("ready"),
    onUnread: (unread) => launcher.update({ unread }),
    onClose: () => isOpen && toggle(),
  });
  const panel = document.createElement("div");
  let isOpen = false;

  panel.className = panel.id = "panel";
  panel.setAttribute("role", "dialog");
  panel.setAttribute("aria-label", words.chat);
  frame.element.title = words.chat;
  const root = createRoot(settings);
  root.append(panel, launcher.button);
  root.addEventListener("keydown", (event) => {
    if (event instanceof KeyboardEvent && event.key === "Escape" && isOpen) toggle();
  });

  function show(open: boolean): void {
    isOpen = open;
    if (isOpen) visitor.remember();
    load();
    panel.classList.toggle("open", isOpen);
    launcher.update({ open: isOpen });
    frame.setOpen(isOpen);
  }

  /** By the visitor's own hand, so the focus goes along. */
  function toggle(): void {
    if (!hasOrigin) return void window.open(settings.chatUrl, "_blank", "noopener");
    show(!isOpen);
    if (isOpen) frame.element.focus();
    else launcher.button.focus();
  }

  function load(): void {
    if (frame.element.isConnected) return;
    frame.load();
    panel.append(frame.element);
  }

  if (!hasOrigin) return;
  if (settings.openAtOnce) show(true);
  // For someone who has talked before it is loaded unseen, so that the badge counts what came meanwhile.
  else if (visitor.isKnown) whenIdle(load);
}

/** A page without an origin of its own (a file, a sandbox) has no address that the frame could answer to. */
const hasOrigin = location.origin !== "null";

function createRoot({ page, side, color }: WidgetSettings): ShadowRoot {
  const host = document.createElement("banter-widget");
  host.dataset.page = page;
  if (side) host.dataset.side = side;
  if (color) {
    host.style.setProperty("--banter-accent", color);
    host.style.setProperty("--banter-ink", inkOn(color));
  }
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [widgetStyle()];
  document.body.append(host);
  return root;
}

/** Safari has no requestIdleCallback. */
function whenIdle(work: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(work, { timeout: 4000 });
  else setTimeout(work, 1000);
}
