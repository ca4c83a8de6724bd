import { asLook, type Look } from "../look.ts";

const maxWaitMs = 3000;

/**
 * The page's look. It is a module, because a site that allows our script in its content security policy allows modules
 * of the same host too, while it may allow no other requests. Without an answer the launcher has the default look.
 */
export async function loadLook(chatUrl: URL): Promise<Look> {
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, maxWaitMs));
  try {
    const found = await Promise.race([import(/* @vite-ignore */ `${chatUrl.href}/look.js`), tooLate]);
    return asLook(found?.default);
  } catch {
    return {};
  }
}
