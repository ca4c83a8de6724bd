import { z } from "zod";
import { media } from "./request-parts.ts";

export function template() {
  const text = z.strictObject({
    type: z.literal("text"),
    parameter_name: z.string().optional(),
    // Line breaks and long runs of spaces are refused.
    text: z
      .string()
      .min(1)
      .regex(/^(?!.*( {4}|[\n\r\t]))/s),
  });
  const parameter = z.discriminatedUnion("type", [
    text,
    z.strictObject({ type: z.literal("image"), image: media({}) }),
    z.strictObject({ type: z.literal("video"), video: media({}) }),
    z.strictObject({ type: z.literal("document"), document: media({ filename: z.string().max(240).optional() }) }),
  ]);
  const plain = [
    z.strictObject({ type: z.literal("header"), parameters: z.array(parameter).length(1) }),
    z.strictObject({ type: z.literal("body"), parameters: z.array(text).min(1) }),
    templateButton(),
  ] as const;
  const offer = z.strictObject({ expiration_time_ms: z.int().positive() });
  return z.strictObject({
    name: z.string().regex(/^[a-z0-9_]{1,512}$/),
    language: z.strictObject({ code: z.string() }),
    components: z.array(
      z.discriminatedUnion("type", [
        ...plain,
        z.strictObject({
          type: z.literal("limited_time_offer"),
          parameters: z
            .array(z.strictObject({ type: z.literal("limited_time_offer"), limited_time_offer: offer }))
            .length(1),
        }),
        z.strictObject({
          type: z.literal("carousel"),
          cards: z
            .array(
              z.strictObject({
                card_index: z.int().min(0).max(9),
                components: z.array(z.discriminatedUnion("type", plain)),
              }),
            )
            .min(2)
            .max(10),
        }),
      ]),
    ),
  });
}

function templateButton() {
  const product = z.string().min(1);
  const sections = z
    .array(
      z.strictObject({
        title: z.string().min(1).max(24),
        product_items: z
          .array(z.strictObject({ product_retailer_id: product }))
          .min(1)
          .max(30),
      }),
    )
    .min(1)
    .max(10);
  const action = z.union([
    z.strictObject({ flow_token: z.string().min(1) }),
    z.strictObject({ thumbnail_product_retailer_id: product, sections: sections.optional() }),
  ]);
  const parameter = z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("payload"), payload: z.string().min(1).max(256) }),
    z.strictObject({ type: z.literal("text"), text: z.string().min(1) }),
    z.strictObject({ type: z.literal("coupon_code"), coupon_code: z.string().min(1).max(20) }),
    z.strictObject({ type: z.literal("action"), action }),
  ]);
  return z.strictObject({
    type: z.literal("button"),
    sub_type: z.enum(["quick_reply", "url", "copy_code", "flow", "CATALOG", "mpm"]),
    index: z.string().regex(/^[0-9]$/),
    parameters: z.array(parameter).length(1),
  });
}
