/** The longest text that is shown whole. */
export type Limit = { max: number; unit: "characters" | "bytes" };

/** How many ice breakers or menu items are shown, and how many characters of each. */
export type OfferLimit = { count: number; characters: number };

/** The length of a text as the limit counts it. An emoji of several code points counts as several. */
export function lengthIn(unit: Limit["unit"], text: string): number {
  return unit === "bytes" ? new TextEncoder().encode(text).length : [...text].length;
}

export const characters = (max: number): Limit => ({ max, unit: "characters" });
export const bytes = (max: number): Limit => ({ max, unit: "bytes" });

/** For channels without ice breakers or a menu. */
export const none: OfferLimit = { count: 0, characters: 0 };
