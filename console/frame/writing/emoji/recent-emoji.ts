const storageKey = "banter-emoji";
const maxRecent = 16;

/** The emoji chosen last in this browser, newest first. */
export function recentEmoji(): string[] {
  return (localStorage.getItem(storageKey) ?? "").split(" ").filter(Boolean);
}

export function rememberEmoji(emoji: string): void {
  const others = recentEmoji().filter((each) => each !== emoji);
  localStorage.setItem(storageKey, [emoji, ...others].slice(0, maxRecent).join(" "));
}
