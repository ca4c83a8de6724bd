import { z } from "zod";

export function link() {
  return z.url({ protocol: /^https?$/ });
}

export function media<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject({ link: link(), ...shape });
}

export function header() {
  return z
    .discriminatedUnion("type", [
      z.strictObject({ type: z.literal("text"), text: z.string().min(1).max(60) }),
      z.strictObject({ type: z.literal("image"), image: media({}) }),
      z.strictObject({ type: z.literal("video"), video: media({}) }),
      z.strictObject({ type: z.literal("document"), document: media({ filename: z.string().max(240).optional() }) }),
    ])
    .optional();
}

/** Meta names two limits for a list's body; this is the smaller one. */
export function body() {
  return z.strictObject({ text: z.string().trim().min(1).max(1024) });
}

/** A form, products, a request for a place or for a number. */
export function chatActions() {
  const product = z.string().min(1).max(100);
  const catalog_id = z.string().regex(/^[0-9]+$/);
  return [
    z.strictObject({
      type: z.literal("flow"),
      header: header(),
      body: body(),
      action: z.strictObject({
        name: z.literal("flow"),
        parameters: z.strictObject({
          flow_message_version: z.literal("3"),
          flow_token: z.string().min(1),
          flow_id: z.string().regex(/^[0-9]+$/),
          flow_cta: z.string().trim().min(1).max(30),
          flow_action: z.enum(["navigate", "data_exchange"]),
          flow_action_payload: z.strictObject({ screen: z.string().min(1) }).optional(),
        }),
      }),
    }),
    z.strictObject({
      type: z.literal("product"),
      body: body().optional(),
      action: z.strictObject({ catalog_id, product_retailer_id: product }),
    }),
    z.strictObject({
      type: z.literal("product_list"),
      header: z.strictObject({ type: z.literal("text"), text: z.string().min(1).max(60) }),
      body: body(),
      action: z.strictObject({
        catalog_id,
        sections: z
          .array(
            z.strictObject({
              title: z.string().min(1).max(24),
              product_items: z.array(z.strictObject({ product_retailer_id: product })).min(1),
            }),
          )
          .min(1)
          .max(10)
          .refine((sections) => sections.flatMap((each) => each.product_items).length <= 30, "at most 30 products"),
      }),
    }),
    z.strictObject({
      type: z.literal("catalog_message"),
      body: body(),
      action: z.strictObject({ name: z.literal("catalog_message") }),
    }),
    z.strictObject({
      type: z.literal("location_request_message"),
      body: body(),
      action: z.strictObject({ name: z.literal("send_location") }),
    }),
    z.strictObject({
      type: z.literal("request_contact_info"),
      body: body(),
      action: z.strictObject({ name: z.literal("request_contact_info") }),
    }),
  ] as const;
}

export function areDistinct(words: string[]): boolean {
  return new Set(words).size === words.length;
}
