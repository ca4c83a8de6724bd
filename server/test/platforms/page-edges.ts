/**
 * The edges of a page that we post to: the names of their parameters, which of them must be there, and the values of
 * those that are enumerations. The names are those of api_specs/specs/Page.json in
 * github.com/facebook/facebook-business-sdk-codegen; `reply_to`, `platform` and the values are the documentation's.
 */
const pageEdges: Record<string, { required: string[]; optional: string[]; values: Record<string, string[]> }> = {
  "POST messages": {
    required: ["recipient"],
    optional: ["message", "messaging_type", "notification_type", "persona_id", "sender_action", "tag", "reply_to"],
    values: { messaging_type: ["MESSAGE_TAG", "RESPONSE", "UPDATE", "UTILITY"] },
  },
  "POST messenger_profile": {
    required: [],
    // `platform` is only in the documentation; it selects Instagram.
    optional: ["get_started", "greeting", "ice_breakers", "persistent_menu", "platform"],
    values: { platform: ["instagram"] },
  },
  "DELETE messenger_profile": { required: ["fields"], optional: ["platform"], values: { platform: ["instagram"] } },
};

/** The mistakes in a body for this edge. */
export function faultsOn(edge: string, body: Record<string, unknown>): string[] {
  const { required, optional, values } = pageEdges[edge] ?? { required: [], optional: [], values: {} };
  return [
    ...required.filter((name) => !(name in body)).map((name) => `${name} is missing`),
    ...Object.keys(body)
      .filter((name) => ![...required, ...optional].includes(name))
      .map((name) => `${name} is unknown`),
    ...Object.entries(values).flatMap(([name, known]) =>
      name in body && !known.includes(String(body[name])) ? [`${name} is ${String(body[name])}`] : [],
    ),
  ];
}
