import type { Look } from "../look.ts";
import type { Chat } from "./chat.ts";
import { connectHost, type Host } from "./host.ts";
import type { Message } from "./message.ts";
import { readForm } from "./prechat/form.ts";

/** A chat that shows a short conversation and sends nothing. The console sends the look as the owner edits it. */
export function openPreview(chat: Chat, hostOrigin: string, onLook: (look: Look) => void): Host {
  document.documentElement.classList.add("embedded");
  chat.store.set({ phase: "ready", isLive: true, outbox: [] });
  return connectHost(hostOrigin, (message) => {
    if (message.type !== "look") return;
    chat.store.set({ messages: sample(message.look.language ?? "en"), form: readForm(message.form) });
    onLook(message.look);
  });
}

/** The same chat without any effect. */
export function silent(chat: Chat): Chat {
  const nothing = () => {};
  return {
    ...chat,
    ...{ say: nothing, press: nothing, sendFiles: nothing, sawThrough: nothing, sendAgain: nothing },
    ...{ sendForm: async () => "failed" as const, formDraft: () => ({}), saveFormDraft: nothing },
  };
}

const lines = {
  en: [
    "Hello! How can I help you?",
    "Do you have this in size M?",
    "Yes, three are left. Shall I put one aside for you?",
  ],
  vi: [
    "Chào bạn! Mình giúp gì được cho bạn?",
    "Mẫu này còn cỡ M không ạ?",
    "Dạ còn ba chiếc. Bạn muốn mình giữ một chiếc không?",
  ],
};

function sample(language: keyof typeof lines): Message[] {
  const at = new Date().toISOString();
  return lines[language].map((text, index) => ({
    ...{ id: index + 1, at, type: "text", text, buttons: [], quickReplies: [] },
    from: index === 1 ? "visitor" : "page",
  }));
}
