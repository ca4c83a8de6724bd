/** How people and the bot share a page's conversations. */
export type InboxSettings = {
  /** How long the bot is silent after a person has written; null: until the conversation is given back. */
  pauseMinutes: number | null;
  /** When a hand-over that nobody answers ends by itself; null: never. */
  handOverMinutes: number | null;
  /** The message that the customer gets then. */
  handOverText: string | null;
  /** How soon customers who wait for a person get an answer; null: no promise. */
  answerMinutes: number | null;
};

/** Those of a page whose owner has set nothing. */
export const defaultInbox: InboxSettings = {
  pauseMinutes: 60,
  handOverMinutes: null,
  handOverText: null,
  answerMinutes: null,
};
