import type { Chat } from "./chat.ts";
import { countUnread } from "./conversation.ts";

/** Shows the number of unread messages in the tab's title and reports changes of it. */
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
