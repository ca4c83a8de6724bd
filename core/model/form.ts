/**
 * How the console lets people edit a field, where its type alone does not tell (a boolean is a switch, an enum a
 * choice). The console has a component for each, so that a new kind without one does not compile.
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
  "flow",
  "tag",
  "step",
  "custom-field", // by id
  "customer-field", // by name: a custom field or one that every customer has
] as const;
export type InputKind = (typeof inputKinds)[number];

/** Where the filled template lands, and so how the values in it are escaped. */
export type Landing = "text" | "url" | "header" | "body";

/** What channels count differently. Texts over a channel's limit are a warning, not an error. */
export type LimitedText = "text" | "button" | "quick_reply" | "card_title" | "card_subtitle";

/**
 * The setting exists only while another setting of the same object has one of these values. In a form it then starts
 * with `blank`, if that is given.
 */
export type ShownIf = { setting: string; isOneOf: readonly unknown[]; blank?: unknown };

/** One of several settings of which exactly one is given. `of` names the choice. A form starts it with `blank`. */
export type Alternative = { of: string; blank: unknown };

/** What a schema tells beyond its type. References, templates and exits inside a flow document are found by it. */
declare module "zod" {
  interface GlobalMeta {
    label?: string;
    input?: InputKind;
    template?: Landing;
    limit?: LimitedText;
    shownIf?: ShownIf;
    alternative?: Alternative;
    /** Of a channel's setting: where the platform is. Owners may not send our requests anywhere they like. */
    isPlatformAddress?: boolean;
  }
}
