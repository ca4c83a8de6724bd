/** The messages that people have written to a page, as a platform keeps them, with the page's reactions to them. */
export type Written = {
  add(id: string, psid: string, text: string): void;
  /** True if the platform has such a message of this person. */
  has(id: unknown, psid: string): boolean;
  /** Undefined if the platform has no such message. */
  textOf(id: unknown): string | undefined;
  /** The page's reaction replaces the one before. An empty one takes it back. */
  react(id: string, emoji: string): void;
  /** The person's messages with the reactions below them: `sizes ❤`. */
  reactionsTo(psid: string): string[];
  /** The person deletes a message, and the page is not told. */
  forget(psid: string, text: string): void;
};

export function writtenMessages(): Written {
  const messages = new Map<string, { psid: string; text: string; emoji: string }>();
  const of = (psid: string) => [...messages].filter(([, message]) => message.psid === psid);
  return {
    add: (id, psid, text) => void messages.set(id, { psid, text, emoji: "" }),
    has: (id, psid) => messages.get(String(id))?.psid === psid,
    textOf: (id) => messages.get(String(id))?.text,
    react(id, emoji) {
      const message = messages.get(id);
      if (message) message.emoji = emoji;
    },
    reactionsTo: (psid) =>
      of(psid).flatMap(([, { text, emoji }]) => (emoji === "" ? [] : [`${text} ${emoji.replace("\uFE0F", "")}`])),
    forget(psid, text) {
      for (const [id, message] of of(psid)) if (message.text === text) messages.delete(id);
    },
  };
}
