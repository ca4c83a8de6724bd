/**
 * The console's content security policy lets text become markup or a script's address only through these rules. Mantine
 * writes its style sheets as markup, and they hold no tag; the service worker is the one script that is named at run
 * time.
 */
export function startTrustedTypes({ trustedTypes }: { trustedTypes?: TypePolicies } = globalThis as object): void {
  trustedTypes?.createPolicy("default", {
    createHTML: (text) => (text.includes("<") ? null : text),
    createScriptURL: (address) => (address === "/sw.js" ? address : null),
  });
  // Otherwise zod tries whether it may compile code, and the browser reports the attempt. The first screens have no zod,
  // whose `z.config` would load it.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
}

/** A part of `window.trustedTypes`, which TypeScript does not describe. Null refuses the text. */
export type TypePolicies = {
  createPolicy(
    name: string,
    rules: { createHTML: (text: string) => string | null; createScriptURL: (address: string) => string | null },
  ): unknown;
};
