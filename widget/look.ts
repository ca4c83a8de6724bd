import type { Look } from "@banter/core/model/content/look.ts";

/** The owner's design of the chat page and the widget. */
export type { Look };
export type Scheme = NonNullable<Look["scheme"]>;

/** Empty if there is none. Its parts are trusted: the server that has sent it has checked them. */
export function asLook(value: unknown): Look {
  return typeof value === "object" && value !== null ? (value as Look) : {};
}

const darkness = () => matchMedia("(prefers-color-scheme: dark)");

/** The owner's choice or, without one, the visitor's preference. */
export function schemeOf({ scheme }: Look): Scheme {
  return scheme ?? (darkness().matches ? "dark" : "light");
}

export function onSchemeChange(listener: () => void): void {
  darkness().addEventListener("change", listener);
}

/** The background that the owner has chosen for the scheme. */
export function surfaceOf({ css }: Look, scheme: Scheme): string | undefined {
  return css?.[scheme === "dark" ? "--surface-dark" : "--surface"];
}
