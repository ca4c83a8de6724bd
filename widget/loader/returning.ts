/** `isKnown` if this browser has opened the chat on this site before. False where storage is blocked. */
export function returningVisitor(page: string): { isKnown: boolean; remember(): void } {
  const key = `banter:${page}:opened`;
  let isKnown = false;
  try {
    isKnown = localStorage.getItem(key) !== null;
  } catch {}
  return {
    isKnown,
    remember() {
      try {
        localStorage.setItem(key, "1");
      } catch {}
    },
  };
}
