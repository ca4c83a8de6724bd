export type ChannelField = {
  name: string;
  label: string;
  description: string | undefined;
  isRequired: boolean;
  kind: "text" | "long-text" | "secret" | "choice" | "switch" | "number";
  choices: string[];
  /** The default, in effect while the input is empty. */
  standard: string | undefined;
  /** For tests and development: the address and version of the platform's API. */
  isAdvanced: boolean;
};

/** The fields of a channel's settings, from its JSON Schema. Fields with a default are optional. */
export function fieldsOf(schema: unknown): ChannelField[] {
  const { properties = {}, required = [] } = (schema ?? {}) as Schema;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    label: property.label ?? name,
    description: property.description,
    isRequired: required.includes(name) && property.default === undefined,
    kind: kindOf(property),
    choices: (property.enum ?? []).map(String),
    standard: standardOf(property),
    isAdvanced: property.isPlatformAddress === true || name === "apiVersion",
  }));
}

function standardOf({ default: standard }: Property): string | undefined {
  if (typeof standard === "number") return String(standard);
  return typeof standard === "string" && standard !== "" ? standard : undefined;
}

type Schema = { properties?: Record<string, Property>; required?: string[] };
type Property = {
  type?: string;
  enum?: unknown[];
  default?: unknown;
  description?: string;
  label?: string;
  input?: string;
  isPlatformAddress?: boolean;
};

function kindOf({ type, input, enum: choices }: Property): ChannelField["kind"] {
  if (input === "secret" || input === "long-text") return input;
  if (choices) return "choice";
  if (type === "boolean") return "switch";
  return type === "number" || type === "integer" ? "number" : "text";
}
