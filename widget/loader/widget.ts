import { textColorOn } from "../color.ts";
import { chooseLanguage, launcherWords } from "../words.ts";
import { createFrame } from "./frame.ts";
import { createLauncher } from "./launcher.ts";
import { returningVisitor } from "./returning.ts";
import type { WidgetSettings } from "./settings.ts";
import { widgetStyle } from "./style.ts";

/** Adds the launcher to a corner of the site, and the panel that it opens. */
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

  /** For an action of the visitor, so it moves the focus too. */
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
  // For a returning visitor the chat is loaded while closed, so that the badge counts new messages.
  else if (visitor.isKnown) whenIdle(load);
}

/** A page without an origin (a file, a sandbox) has no address for the frame's answers. */
const hasOrigin = location.origin !== "null";

function createRoot({ page, side, color }: WidgetSettings): ShadowRoot {
  const host = document.createElement("banter-widget");
  host.dataset.page = page;
  if (side) host.dataset.side = side;
  if (color) {
    host.style.setProperty("--banter-accent", color);
    host.style.setProperty("--banter-ink", textColorOn(color));
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
