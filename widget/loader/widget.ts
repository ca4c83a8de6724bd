import { type Look, onSchemeChange } from "../look.ts";
import { chooseLanguage, launcherWords } from "../words.ts";
import { createBubble } from "./bubble.ts";
import { dress } from "./dress.ts";
import { createFrame } from "./frame.ts";
import { createLauncher } from "./launcher.ts";
import { type Memory, openMemory } from "./memory.ts";
import { planOpening } from "./self-opening.ts";
import { type WidgetSettings, withTag } from "./settings.ts";
import { isOnPage } from "./site-pages.ts";
import { widgetStyle } from "./style.ts";

export type Widget = ReturnType<typeof mountWidget>;

/** Adds the launcher to a corner of the site, and the panel that it opens. */
export function mountWidget(settings: WidgetSettings, given: Look) {
  let look = withTag(given, settings);
  const words = launcherWords[look.language ?? chooseLanguage(navigator.languages)];
  const memory = openMemory(settings.page);
  const launcher = createLauncher(words, toggle);
  const frame = createFrame(settings, {
    onReady: () => panel.classList.add("ready"),
    onUnread: (unread) => launcher.update({ unread }),
    onClose: () => isOpen && toggle(),
  });
  const bubble = createBubble(words.dismiss, { onPress: toggle, onDismiss: dismissBubble });
  const panel = createPanel(words.chat, frame.element);
  const { host, root } = createRoot(settings.page);
  let isOpen = false;

  root.append(panel, bubble.element, launcher.button);
  root.addEventListener("keydown", (event) => {
    if (event instanceof KeyboardEvent && event.key === "Escape" && isOpen) toggle();
  });
  apply(look);
  onSchemeChange(() => dress(host, look));

  /** `form`: in the preview, the form before the chat. */
  function apply(wanted: Look, form?: unknown): void {
    look = withTag(wanted, settings);
    dress(host, look);
    launcher.dress(look);
    if (settings.isPreview) {
      frame.showLook(look, form);
      bubble.show(isOpen ? undefined : look.bubble?.text);
    }
  }

  function show(open: boolean): void {
    isOpen = open;
    if (isOpen) {
      memory.remember("opened");
      bubble.show(undefined);
    }
    load();
    panel.classList.toggle("open", isOpen);
    launcher.update({ open: isOpen });
    frame.setOpen(isOpen);
    if (settings.isPreview && !isOpen) bubble.show(look.bubble?.text);
  }

  /** For an action of the visitor, so it moves the focus too. */
  function toggle(): void {
    if (!hasOrigin) return void window.open(settings.chatUrl, "_blank", "noopener");
    show(!isOpen);
    memory.saveOpen(isOpen);
    memory.remember("bubble-done");
    if (isOpen) frame.element.focus();
    else launcher.button.focus();
  }

  function dismissBubble(): void {
    memory.remember("bubble-done");
    bubble.show(undefined);
    launcher.button.focus();
  }

  function load(): void {
    if (frame.element.isConnected) return;
    frame.load();
    panel.append(frame.element);
  }

  function start(): void {
    const wasOpen = memory.wasOpen();
    if (wasOpen ? mayReopen() : wasOpen === undefined && settings.openAtOnce) {
      show(true);
      return;
    }
    // For a returning visitor the chat is loaded while closed, so that the badge counts new messages.
    if (memory.has("opened")) whenIdle(load);
    planBubble();
    if (look.opening && mayOpenItself(memory, look.opening)) planOpening(look.opening, openItself);
  }

  function planBubble(): void {
    const { text, delay_seconds = 0, pages } = look.bubble ?? {};
    if (text === undefined || memory.has("bubble-done") || !isOnPage(pages, location.pathname)) return;
    setTimeout(() => {
      if (!isOpen && !memory.has("bubble-done")) bubble.show(text);
    }, delay_seconds * 1000);
  }

  function openItself(): void {
    if (isOpen || memory.wasOpen() === false) return;
    memory.remember("self-opened");
    show(true);
    memory.saveOpen(true);
  }

  if (hasOrigin && !settings.isPreview) start();
  return { apply, show };
}

/** A page without an origin (a file, a sandbox) has no address for the frame's answers. */
const hasOrigin = location.origin !== "null";

const isPhone = () => matchMedia("(max-width: 480px)").matches;

/** On a phone the chat covers the page that the visitor has gone to, so that it stays open only when it is reloaded. */
function mayReopen(): boolean {
  const [load] = performance.getEntriesByType("navigation");
  return !isPhone() || (load instanceof PerformanceNavigationTiming && load.type === "reload");
}

function mayOpenItself(memory: Memory, { once, on_phones }: NonNullable<Look["opening"]>): boolean {
  return (on_phones || !isPhone()) && memory.wasOpen() === undefined && !(once && memory.has("self-opened"));
}

function createPanel(title: string, frame: HTMLIFrameElement): HTMLDivElement {
  const panel = document.createElement("div");
  panel.className = panel.id = "panel";
  panel.setAttribute("role", "dialog");
  panel.setAttribute("aria-label", title);
  frame.title = title;
  return panel;
}

function createRoot(page: string): { host: HTMLElement; root: ShadowRoot } {
  const host = document.createElement("banter-widget");
  host.dataset.page = page;
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [widgetStyle()];
  document.body.append(host);
  return { host, root };
}

/** Safari has no requestIdleCallback. */
function whenIdle(work: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(work, { timeout: 4000 });
  else setTimeout(work, 1000);
}
