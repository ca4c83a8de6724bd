/**
 * The console's input for a field, if its type alone does not decide (a boolean is a switch, an enum a choice). The
 * console has a component for each kind; a new kind without one does not compile.
 */
export const inputKinds = [
  "text",
  "long-text",
  "secret",
  "phone",
  "link-url",
  "media-url",
  "duration",
  "date-time",
  "hours",
  "content",
  "message-form", // a form of the platform, by its number
  "flow",
  "sequence",
  "model", // a language model of the page, by id
  "source", // a source of the page's knowledge, by id
  "tag",
  "step",
  "custom-field", // by id
  "customer-field", // by name: a custom field or one that every customer has
] as const;
export type InputKind = (typeof inputKinds)[number];

/** The context of a filled template, which decides how values in it are escaped. `address`: that of a call. */
export type Landing = "text" | "url" | "address" | "header" | "body";

/** A text of a call is filled with the page's secrets, and only members who may change it see it. */
export function isOfCall(landing: Landing | undefined): boolean {
  return landing === "address" || landing === "header" || landing === "body";
}

/** Texts that channels limit differently. A text over its limit is a warning, not an error. */
export type LimitedText = "text" | "button" | "quick_reply" | "card_title" | "card_subtitle";

/**
 * The setting exists only while another setting of the same object has one of these values. In a form it then starts
 * with `blank`, if that is given.
 */
export type ShownIf = { setting: string; isOneOf: readonly unknown[]; blank?: unknown };

/** One of several settings of which exactly one is given. `of` names the choice. A form starts it with `blank`. */
export type Alternative = { of: string; blank: unknown };

/** Facts about a schema beyond its type. References, templates and exits inside a flow document are found by them. */
declare module "zod" {
  interface GlobalMeta {
    label?: string;
    input?: InputKind;
    template?: Landing;
    limit?: LimitedText;
    /** The customer reads the text. It need not be said of texts with a limit. */
    isRead?: boolean;
    shownIf?: ShownIf;
    alternative?: Alternative;
    /** A channel setting that holds the address of the platform. The operator limits the hosts that owners may enter. */
    isPlatformAddress?: boolean;
  }
}
