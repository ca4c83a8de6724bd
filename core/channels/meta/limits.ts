import { characters } from "../limits.ts";

/** Limits that Messenger and Instagram share. */
export const metaLimits = {
  button: characters(20),
  quick_reply: characters(20),
  card_title: characters(80),
  card_subtitle: characters(80),
};
export const metaIceBreakers = { count: 4, characters: 80 };
export const metaMenu = { count: 20, characters: 30 };
