const storageKey = "banter-first-steps";

/** Marks a page as new in this browser, so that its home shows what to do first. */
export const beginFirstSteps = (pageId: string): void => localStorage.setItem(storageKey, pageId);

export const hasFirstSteps = (pageId: string): boolean => localStorage.getItem(storageKey) === pageId;

export const endFirstSteps = (): void => localStorage.removeItem(storageKey);
