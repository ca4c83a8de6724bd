import { z } from "zod";
import { RequestUrl } from "../../model/content/url.ts";
import { FieldName } from "../../model/names.ts";
import { anyText } from "../../model/text.ts";
import { answerKeys } from "./answer-path.ts";
import { defineStep } from "./define.ts";
import { leave, wait } from "./outcome.ts";
import { readAnswer } from "./request-answer.ts";
import { textOf } from "./summary.ts";

/**
 * Calls another server. Its JSON answer is saved in fields, or sent as content.
 *
 *     { "type": "request", "method": "POST", "url": "https://api.example.com/orders/{{order}}",
 *       "headers": [{ "name": "content-type", "value": "application/json" }], "body": "{\"mail\": \"{{email}}\"}",
 *       "save": [{ "path": "order.state", "field": "order_state" }], "answer": "fields",
 *       "next": { "ok": "tell", "failed": "sorry" } }
 */
export const request = defineStep({
  type: "request",
  title: "Call a server",
  settings: z
    .strictObject({
      method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).meta({ label: "Method" }),
      url: RequestUrl.meta({ label: "Address", input: "link-url", template: "address" }),
      headers: z.array(headerOf()).max(20).default([]).meta({ label: "Headers" }),
      body: anyText(20_000)
        .optional()
        .meta({
          label: "Body",
          input: "long-text",
          template: "body",
          shownIf: { setting: "method", isOneOf: ["POST", "PUT", "PATCH", "DELETE"] },
        }),
      save: z
        .array(
          z.strictObject({
            path: z
              .string()
              .max(500)
              .refine((path) => answerKeys(path) !== undefined, { error: "must be a path such as order.state" })
              .meta({ label: "From", input: "text" }),
            field: FieldName.meta({ label: "Into", input: "customer-field" }),
          }),
        )
        .max(20)
        .default([])
        .meta({ label: "Save" }),
      answer: z.enum(["fields", "content"]).default("fields").meta({ label: "Use the answer as" }),
    })
    .superRefine(({ method, body }, context) => {
      if (method !== "GET" || body === undefined) return;
      context.addIssue({ code: "custom", path: ["body"], message: "must not stand beside GET" });
    }),
  exits: ["ok", "failed"],
  blank: { method: "GET", url: "https://" },
  summary: ({ method, url }) => ({ lines: [`${textOf(method)} ${textOf(url)}`] }),
  waitsFor: () => "answer",
  run({ step, cause, now }) {
    const { method, url, headers, body } = step;
    if (cause.type === "reached") return wait("answer", now + maxCallMs, { type: "call", method, url, headers, body });
    if (cause.type !== "answer") return { ...leave("failed"), reason: "timeout" };
    if (!cause.answer.ok) return { ...leave("failed"), reason: cause.answer.reason };
    const actions = readAnswer(step, cause.answer.body);
    return typeof actions === "string" ? { ...leave("failed"), reason: actions } : leave("ok", ...actions);
  },
});

/** The call itself times out sooner. This limit is for an answer that is lost on its way to the run. */
const maxCallMs = 60_000;

function headerOf() {
  return z.strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,64}$/, { error: "must be a header's name" })
      .refine((name) => !reserved.test(name), { error: "must not be a header that the connection sets" })
      .meta({ label: "Name", input: "text" }),
    value: anyText(2000)
      .refine((value) => !/[\p{Cc}]/u.test(value), { error: "must not hold line ends or control characters" })
      .meta({ label: "Value", input: "secret", template: "header" }),
  });
}

/** Headers that the connection sets, and those that unlock the secrets of cloud metadata services. */
const reserved = new RegExp(
  `^(${[
    "host|cookie|connection|content-length|date|expect|forwarded|keep-alive|te|trailer|transfer-encoding|upgrade|via",
    "(proxy|sec|x-forwarded|x-real|metadata|x-aws-ec2|x-google-metadata)(-.*)?",
  ].join("|")})$`,
  "i",
);
