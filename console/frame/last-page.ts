const storageKey = "banter-page";

/** The page last opened in this browser, which `/` leads to. */
export const recallPage = (): string | null => localStorage.getItem(storageKey);
export const rememberPage = (pageId: string): void => localStorage.setItem(storageKey, pageId);
export const forgetPage = (): void => localStorage.removeItem(storageKey);
