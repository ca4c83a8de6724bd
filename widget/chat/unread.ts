import type { Chat } from "./chat.ts";
import { countUnread } from "./conversation.ts";

/** Tells how many messages wait to be seen, in the tab's title and to whom it concerns. */
export function showUnread(chat: Chat, untitled: string, onChange: (count: number) => void): void {
  let shown = 0;
  chat.store.watch(({ messages, seenThrough, profile }) => {
    const count = countUnread(messages, seenThrough);
    const title = profile.name || untitled;
    document.title = count > 0 ? `(${count}) ${title}` : title;
    if (count !== shown) onChange(count);
    shown = count;
  });
}
