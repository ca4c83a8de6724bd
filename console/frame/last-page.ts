const storageKey = "banter-page";

/** The page last worked on in this browser: where `/` leads. */
export const recallPage = (): string | null => localStorage.getItem(storageKey);
export const rememberPage = (pageId: string): void => localStorage.setItem(storageKey, pageId);
export const forgetPage = (): void => localStorage.removeItem(storageKey);
