import { faultsOf } from "../shape.ts";
import { cloudApi, cloudReads, readReceipt } from "./cloud-api.ts";

export type Request = { route: string; body: unknown };

/** The request's deviations from the contract, except the contract's known mistakes. */
export function deviationsOf(request: Request): string[] {
  return faultsOfRequest(request).filter((fault) => !knownFaults.some((known) => isExcused(known, fault, request)));
}

function isExcused({ excuses, when = () => true }: KnownFault, fault: string, { body }: Request): boolean {
  return excuses.test(fault) && when(Object(body));
}

/** All deviations of a request. Compares its JSON, which has no undefined values; reads have no body. */
export function faultsOfRequest({ route, body }: Request): string[] {
  const isReceipt = route === messagesRoute && Object.hasOwn(Object(body), "status");
  const shape = isReceipt ? readReceipt : cloudApi[route];
  if (!shape) return Object.hasOwn(cloudReads, route) ? [] : [`${route} is not known`];
  return faultsOf(shape, JSON.parse(JSON.stringify(body)));
}

export const messagesRoute = "POST number/messages";
const base = { messaging_product: "whatsapp", recipient_type: "individual", to: "84901234567", type: "text" };
export const message = (type: string, content: unknown) => ({ ...base, type, [type]: content });
export const interactive = (type: string, action: object, body = "Which?") =>
  message("interactive", { type, body: { text: body }, action });
export const template = (content: object) =>
  message("template", { name: "order_ready", language: { policy: "deterministic", code: "en_US" }, ...content });
export const button = (component: object) => template({ components: [{ type: "button", ...component }] });

/** A mistake of the contract: it refuses or lacks something from Meta's guides. `excuses` matches its messages. */
export type KnownFault = { name: string; excuses: RegExp; when?: (body: object) => boolean; proof: Request };
export const knownFaults: KnownFault[] = [
  {
    name: "a message's own part refuses what all messages share, unless it is a template",
    excuses: /^(messaging_product|recipient_type|to|context) is refused$/,
    proof: { route: messagesRoute, body: message("text", { body: "Hello" }) },
  },
  {
    name: "people without a number cannot be named",
    excuses: /^(to is missing|recipient is (not listed|refused))$/,
    when: (body) => "recipient" in body,
    proof: {
      route: messagesRoute,
      body: { ...message("text", { body: "Hello" }), to: undefined, recipient: "US.13491208655302741918" },
    },
  },
  {
    name: "what statuses bring back is not known",
    excuses: /^biz_opaque_callback_data is (not listed|refused)$/,
    proof: { route: messagesRoute, body: { ...template({}), biz_opaque_callback_data: "1042 1/1 wa_84901234567" } },
  },
  {
    name: "a button that opens a link is not known",
    excuses: /^interactive\.(type is "cta_url"|action with name, parameters is of no form)$/,
    when: (body) => Object(body).interactive?.type === "cta_url",
    proof: {
      route: messagesRoute,
      body: interactive("cta_url", {
        name: "cta_url",
        parameters: { display_text: "Shop", url: "https://shop.example/" },
      }),
    },
  },
  {
    name: "cards side by side are not known",
    excuses: /^interactive\.(type is "carousel"|action with cards is of no form)$/,
    when: (body) => Object(body).interactive?.type === "carousel",
    proof: { route: messagesRoute, body: interactive("carousel", { cards: [] }) },
  },
  {
    name: "a document has no name",
    excuses:
      /^(interactive\.header\.|template\.components\.[0-9]\.parameters\.[0-9]\.)?document\.filename is (not listed|refused)$/,
    proof: {
      route: messagesRoute,
      body: message("document", { link: "https://cdn.example/menu.pdf", filename: "menu.pdf" }),
    },
  },
  {
    name: "a template's language needs a policy, which has one value",
    excuses: /^template\.language\.policy is missing$/,
    proof: { route: messagesRoute, body: template({ language: { code: "en_US" } }) },
  },
  {
    name: "a template's buttons are counted from one to six",
    excuses: /^template\.components\.[0-9]\.index is "[0789]"$/,
    proof: {
      route: messagesRoute,
      body: button({ sub_type: "quick_reply", index: "0", parameters: [{ type: "payload", payload: "b1.0" }] }),
    },
  },
  {
    name: "a template's button that copies a code is not known",
    excuses: /^template\.components\.[0-9]\.(sub_type is "copy_code"|parameters\.0\.type is "coupon_code")$/,
    proof: {
      route: messagesRoute,
      body: button({ sub_type: "copy_code", index: "1", parameters: [{ type: "coupon_code", coupon_code: "SALE" }] }),
    },
  },
  {
    name: "a template's values have no names",
    excuses: /^template\.components\.[0-9]\.parameters\.[0-9]\.parameter_name is not listed$/,
    proof: {
      route: messagesRoute,
      body: template({
        components: [{ type: "body", parameters: [{ type: "text", parameter_name: "name", text: "Lan" }] }],
      }),
    },
  },
  {
    name: "typing cannot be shown with a receipt, but for an example",
    excuses: /^typing_indicator is not listed$/,
    proof: {
      route: messagesRoute,
      body: {
        messaging_product: "whatsapp",
        status: "read",
        message_id: "wamid.1",
        typing_indicator: { type: "text" },
      },
    },
  },
  {
    name: "there are three prompts, not four",
    excuses: /^prompts has 4 items, and 3 at most$/,
    proof: { route: "POST number/conversational_automation", body: { prompts: ["1", "2", "3", "4"] } },
  },
];
