import { render } from "preact";
import "./view/style/chat.css";
import { type Look, onSchemeChange } from "../look.ts";
import { chatWords, chooseLanguage } from "../words.ts";
import { watchAttention } from "./attention.ts";
import { type Chat, createChat } from "./chat.ts";
import type { Host } from "./host.ts";
import { readLookOfPage } from "./look-of-page.ts";
import { openMemory } from "./memory.ts";
import { openInFrame, openOnOwnPage } from "./opening.ts";
import { openPreview, silent } from "./preview.ts";
import { readSettings } from "./settings.ts";
import { connectApi } from "./transport/api.ts";
import { showUnread } from "./unread.ts";
import { App } from "./view/app.tsx";
import { clockIn } from "./view/clock.ts";
import { applyLook } from "./view/theme.ts";

const settings = readSettings(location.href);
const { hostOrigin, isPreview } = settings;
let look = readLookOfPage(settings.color);

const memory = openMemory(settings.page);
const live: Chat = createChat(connectApi(settings.apiBase, memory.findToken), memory, () => attention.isResting());
const chat = isPreview ? silent(live) : live;
const attention = watchAttention((isLooking) => chat.store.set({ isLooking }));
if (!isPreview) {
  window.addEventListener("online", chat.wake);
  document.addEventListener("visibilitychange", () => document.hidden || chat.wake());
}

const host = open();
const close = host && (() => host.send({ type: "close" }));
showUnread(chat, wordsOf(look).words.chat, (count) => !isPreview && host?.send({ type: "unread", count }));
show(look);
onSchemeChange(() => applyLook(look));

function open(): Host | undefined {
  if (hostOrigin && isPreview) return openPreview(chat, hostOrigin, show);
  if (hostOrigin) return openInFrame(chat, { hostOrigin, ref: settings.ref, memory, attention });
  openOnOwnPage(chat, settings);
  return undefined;
}

function show(wanted: Look): void {
  look = wanted;
  const { language, locale, words } = wordsOf(look);
  document.documentElement.lang = language;
  applyLook(look);
  const root = document.getElementById("chat");
  const away = isPreview ? (look.texts?.away ?? "") : undefined;
  if (root) render(<App {...{ chat, words, language, look, away, close }} clock={clockIn(locale)} />, root);
}

function wordsOf({ language: chosen }: Look) {
  const language = chosen ?? chooseLanguage(navigator.languages);
  // Dates in the visitor's own format, but never in another language than the rest of the chat.
  const locale = navigator.languages.find((tag) => tag.startsWith(language)) ?? language;
  return { language, locale, words: chatWords[language] };
}
