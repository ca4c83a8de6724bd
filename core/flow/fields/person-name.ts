/** The facts that a person is called by. */
export type Called = {
  name?: string | null;
  email?: string | null;
  phone?: string | null;
  psid: string;
};

/**
 * The name under which members see a person: the name itself, else the e-mail address or phone number, else a number
 * that follows from the psid. Every screen, notification and file uses it, so that a person is called the same
 * everywhere.
 */
export const personName = ({ name, email, phone, psid }: Called, language: string): string =>
  name || email || phone || `${guestWords[language.startsWith("vi") ? "vi" : "en"]} ${guestNumber(psid)}`;

const guestWords = { en: "Guest", vi: "Khách" };

/** Every web psid begins with a 1: with six characters, two of some 400 guests are likely to share one number. */
const length = 8;

/**
 * The beginning of the platform's id. The list's index finds psids by the beginnings of their parts, so that a guest is
 * found by this number without an entry of their own.
 */
export const guestNumber = (psid: string): string =>
  (psid.match(/[A-Za-z0-9]+/g)?.at(-1) ?? psid).slice(0, length).toUpperCase();

/** The number in a search for a guest, with marks folded: `khach 11786400`. */
export function findGuestNumber(search: string): string | undefined {
  const [, number] = /^(?:guest|khach) ([a-z0-9]{1,8})$/.exec(search.trim()) ?? [];
  // "Guest house" is no guest's number.
  return number && /\d/.test(number) ? number : undefined;
}
