/** The loader's memory of a visitor on this site. Empty where storage is blocked. */
export function openMemory(page: string) {
  const name = (key: string) => `banter:${page}:${key}`;

  function read(storage: () => Storage, key: string): string | null {
    try {
      return storage().getItem(name(key));
    } catch {
      return null;
    }
  }

  function write(storage: () => Storage, key: string, value: string): void {
    try {
      storage().setItem(name(key), value);
    } catch {}
  }

  const forBrowser = () => localStorage;
  const forTab = () => sessionStorage;
  return {
    /** True if this browser has done it on this site before. */
    has: (what: Deed) => read(forBrowser, what) !== null,
    remember: (what: Deed) => write(forBrowser, what, "1"),
    /** Was the chat open on the page before, in this tab? Undefined if the visitor has neither opened nor closed it. */
    wasOpen(): boolean | undefined {
      const open = read(forTab, "open");
      return open === null ? undefined : open === "1";
    },
    saveOpen: (open: boolean) => write(forTab, "open", open ? "1" : "0"),
  };
}

export type Memory = ReturnType<typeof openMemory>;

/** The visitor has opened the chat, the chat has opened by itself, the visitor has answered the greeting beside it. */
type Deed = "opened" | "self-opened" | "bubble-done";
