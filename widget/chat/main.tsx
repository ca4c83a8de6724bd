import { render } from "preact";
import "./view/style/chat.css";
import { chatWords, chooseLanguage } from "../words.ts";
import { watchAttention } from "./attention.ts";
import { type Chat, createChat } from "./chat.ts";
import { openMemory } from "./memory.ts";
import { openInFrame, openOnOwnPage } from "./opening.ts";
import { readSettings } from "./settings.ts";
import { connectApi } from "./transport/api.ts";
import { showUnread } from "./unread.ts";
import { App } from "./view/app.tsx";
import { clockIn } from "./view/clock.ts";
import { applyColor } from "./view/theme.ts";

const settings = readSettings(location.href);
const language = chooseLanguage(navigator.languages);
// Dates in the visitor's own format, but never in another language than the rest of the chat.
const locale = navigator.languages.find((tag) => tag.startsWith(language)) ?? language;
const words = chatWords[language];
document.documentElement.lang = language;
if (settings.color) applyColor(settings.color);

const memory = openMemory(settings.page);
const chat: Chat = createChat(connectApi(settings.apiBase, memory.findToken), memory, () => attention.isResting());
const attention = watchAttention((isLooking) => chat.store.set({ isLooking }));
window.addEventListener("online", chat.wake);
document.addEventListener("visibilitychange", () => document.hidden || chat.wake());

const { hostOrigin } = settings;
const host = hostOrigin ? openInFrame(chat, { hostOrigin, ref: settings.ref, memory, attention }) : undefined;
if (!host) openOnOwnPage(chat, settings);
showUnread(chat, words.chat, (count) => host?.send({ type: "unread", count }));

const close = host && (() => host.send({ type: "close" }));
const root = document.getElementById("chat");
if (root) render(<App chat={chat} words={words} clock={clockIn(locale)} close={close} />, root);
