export type ChannelField = {
  name: string;
  label: string;
  description: string | undefined;
  isRequired: boolean;
  kind: "text" | "long-text" | "secret" | "choice" | "switch" | "number";
  choices: string[];
};

/** The fields of a channel's settings, from the JSON Schema the server gives. What has a default need not be filled in. */
export function fieldsOf(schema: unknown): ChannelField[] {
  const { properties = {}, required = [] } = (schema ?? {}) as Schema;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    label: property.label ?? name,
    description: property.description,
    isRequired: required.includes(name) && property.default === undefined,
    kind: kindOf(property),
    choices: (property.enum ?? []).map(String),
  }));
}

type Schema = { properties?: Record<string, Property>; required?: string[] };
type Property = {
  type?: string;
  enum?: unknown[];
  default?: unknown;
  description?: string;
  label?: string;
  input?: string;
};

function kindOf({ type, input, enum: choices }: Property): ChannelField["kind"] {
  if (input === "secret" || input === "long-text") return input;
  if (choices) return "choice";
  if (type === "boolean") return "switch";
  return type === "number" || type === "integer" ? "number" : "text";
}
