/** Keys of cached data that live events change. All begin with the page's, so that one call invalidates them. */
export const conversationKeys = {
  all: (pageId: string) => ["page", pageId, "conversations"] as const,
  lists: (pageId: string) => ["page", pageId, "conversations", "list"] as const,
  counts: (pageId: string) => ["page", pageId, "conversations", "counts"] as const,
  /** Lines of the inbox in their newest form, by psid; null for erased customers. */
  lines: (pageId: string) => ["page", pageId, "conversations", "lines"] as const,
  one: (pageId: string, psid: string) => ["page", pageId, "conversations", "one", psid] as const,
  thread: (pageId: string, psid: string) => ["page", pageId, "conversations", "thread", psid] as const,
  customer: (pageId: string, psid: string) => ["page", pageId, "conversations", "customer", psid] as const,
  notes: (pageId: string, psid: string) => ["page", pageId, "conversations", "notes", psid] as const,
};
