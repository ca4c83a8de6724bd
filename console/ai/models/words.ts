export { en } from "./words.en.ts";
export { vi } from "./words.vi.ts";
