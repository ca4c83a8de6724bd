/** The translation key of an English label or message: "Wait, at most" is `waitAtMost`. */
export function wordKey(text: string): string {
  const [first = "", ...others] = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
