import { TemplateChoice } from "@banter/core/api/template-choice.ts";

const storageKey = "banter-login-template";

/** Keeps the template that new pages are to get, while this tab is at Facebook. Undefined: they get none. */
export function keepTemplate(choice: TemplateChoice | undefined): void {
  if (choice) sessionStorage.setItem(storageKey, JSON.stringify(choice));
  else sessionStorage.removeItem(storageKey);
}

export function keptTemplate(): TemplateChoice | undefined {
  return TemplateChoice.safeParse(JSON.parse(sessionStorage.getItem(storageKey) ?? "null")).data;
}
