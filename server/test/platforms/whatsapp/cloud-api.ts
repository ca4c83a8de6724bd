import { all, by, closed, flag, listOf, object, one, type Shape, text, whole, word } from "../shape.ts";

/**
 * Our requests to WhatsApp's Cloud API, by Meta's own contract: business-messaging-api_v23.0.yaml in
 * github.com/facebook/openapi. Names, values, lengths and counts are those of the contract, even if Meta's guides
 * differ; its known mistakes are listed in cloud-api-faults.ts.
 */
export const cloudApi: Record<string, Shape> = {
  "POST number/messages": message(),
  "POST number/conversational_automation": object(
    {},
    {
      enable_welcome_message: flag,
      prompts: listOf(text({ max: 80 }), { max: 3 }),
      commands: listOf(
        object({
          command_name: text({ max: 30, pattern: /^[a-zA-Z0-9_]+$/ }),
          command_description: text({ max: 256 }),
        }),
        { max: 30 },
      ),
    },
  ),
  // Only the member that we use.
  "POST number/": object(
    {},
    { webhook_configuration: object({ override_callback_uri: address() }, { verify_token: text() }) },
  ),
  "POST account/subscribed_apps": object({}, { override_callback_uri: text(), verify_token: text() }),
};

/** A read receipt goes to the same address as messages. */
export const readReceipt = object({ messaging_product: text(), status: text(), message_id: text() });

/** Our reads: the query parameters, and the members of the answer that `fields` may name. */
export const cloudReads: Record<string, { parameters: string[]; fields: string[] }> = {
  "GET number/": {
    parameters: ["fields"],
    fields: [
      "id",
      "display_phone_number",
      "verified_name",
      "quality_rating",
      "code_verification_status",
      "name_status",
      // In the guide to override addresses, not in the contract.
      "webhook_configuration",
    ],
  },
  "GET object/": {
    parameters: [],
    fields: ["category", "components", "id", "language", "name", "status"],
  },
  "GET account/message_templates": {
    parameters: ["name"],
    fields: ["category", "components", "id", "language", "name", "status"],
  },
};

function message(): Shape {
  const shared = object(
    { messaging_product: text(), recipient_type: word("individual", "group"), to: text(), type: text() },
    { context: object({}, { message_id: text() }) },
  );
  const own = (type: string, content: Shape) => all(shared, closed({ [type]: content }, { type: word(type) }));
  return by("type", {
    text: own("text", words()),
    image: own("image", mediaOfMessage()),
    video: own("video", mediaOfMessage()),
    audio: own("audio", mediaOfMessage()),
    document: own("document", mediaOfMessage()),
    sticker: own("sticker", one(closed({ id: text() }), closed({ link: text() }))),
    location: own("location", closed({}, { latitude: text(), longitude: text(), name: text(), address: text() })),
    reaction: own("reaction", closed({}, { message_id: text(), emoji: text() })),
    contacts: own("contacts", listOf(contact(), { min: 1, max: 5 })),
    interactive: own("interactive", interactive()),
    // The only type whose own part is open.
    template: all(shared, object({ template: template() }, { type: word("template") })),
  });
}

/**
 * The contract describes it twice, once without a maximum length and once as a request of the number. Both must hold.
 */
function words(): Shape {
  return all(
    closed({}, { body: text(), preview_url: flag }),
    object({ body: text({ max: 4096 }) }, { preview_url: flag }),
  );
}

function media(): Shape {
  return one(object({ id: text() }), object({ link: address() }));
}

/** The contract describes media twice too; the second description is for messages. */
function mediaOfMessage(): Shape {
  const may = { caption: text({ max: 1024 }) };
  return all(media(), one(closed({ id: text() }, may), closed({ link: address() }, may)));
}

function contact(): Shape {
  const type = word("HOME", "WORK");
  const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, text()]));
  return closed(
    {},
    {
      addresses: listOf(closed({}, { ...texts("city", "country", "country_code", "state", "street", "zip"), type })),
      birthday: text(),
      emails: listOf(closed({ email: text() }, { type })),
      name: closed({}, texts("first_name", "formatted_name", "last_name", "middle_name", "prefix", "suffix")),
      org: closed({}, texts("company", "department", "title")),
      phones: listOf(closed({ phone: text() }, { type, wa_id: text() })),
      urls: listOf(closed({ url: address() }, { type })),
    },
  );
}

function interactive(): Shape {
  const types = ["button", "call_permission_request", "catalog_message", "list", "product", "product_list", "flow"];
  const header = object(
    { type: word("text", "video", "image", "document") },
    {
      text: text({ max: 60 }),
      sub_text: text({ max: 60 }),
      document: mediaOfMessage(),
      image: mediaOfMessage(),
      video: mediaOfMessage(),
    },
  );
  return object(
    { type: word(...types), action: action() },
    { header, body: object({ text: text({ max: 1024 }) }), footer: object({ text: text({ max: 60 }) }) },
  );
}

function action(): Shape {
  const row = object({ id: text({ max: 200 }), title: text({ max: 24 }) }, { description: text({ max: 72 }) });
  const product = object({ product_retailer_id: text() });
  const section = object(
    {},
    {
      title: text({ max: 24 }),
      rows: listOf(row, { max: 10 }),
      product_items: listOf(product, { min: 1, max: 30 }),
    },
  );
  const sections = listOf(section, { min: 1, max: 10 });
  const reply = object({ id: text({ max: 256 }), title: text({ max: 20 }) });
  const flow = object(
    { flow_message_version: word("3"), flow_cta: text({ max: 30 }) },
    {
      flow_id: text(),
      flow_name: text(),
      mode: word("draft", "published"),
      flow_token: text(),
      flow_action: word("navigate", "data_exchange"),
      flow_action_payload: object({}, { screen: text(), data: object({}) }),
    },
  );
  return one(
    object({ button: text({ max: 20 }), sections }),
    object({ buttons: listOf(object({ type: word("reply"), reply }), { min: 1, max: 3 }) }),
    object({ catalog_id: text() }, { product_retailer_id: text(), sections }),
    object({ name: word("catalog_message"), parameters: object({ thumbnail_product_retailer_id: text() }) }),
    object({
      name: word("flow"),
      parameters: all(flow, one(object({ flow_id: text() }), object({ flow_name: text() }))),
    }),
    object({ name: word("call_permission_request") }),
  );
}

function template(): Shape {
  const parameter = by("type", {
    text: object({ type: text(), text: text({ max: 32_768 }) }),
    currency: object({
      type: text(),
      currency: object({ fallback_value: text(), code: text(), amount_1000: whole }),
    }),
    date_time: object({ type: text(), date_time: object({ fallback_value: text() }) }),
    document: object({ type: text(), document: media() }),
    image: object({ type: text(), image: media() }),
    video: object({ type: text(), video: media() }),
  });
  const buttonParameter = by("type", {
    payload: object({ type: text(), payload: text() }),
    text: object({ type: text(), text: text() }),
  });
  const component = by("type", {
    header: object({ type: text() }, { parameters: listOf(parameter, { min: 1 }) }),
    body: object({ type: text() }, { parameters: listOf(parameter) }),
    button: object({
      type: text(),
      sub_type: word("quick_reply", "url", "catalog"),
      index: text({ pattern: /^[2-6, 11-14]$/ }),
      parameters: listOf(buttonParameter, { min: 1 }),
    }),
  });
  const language = object({ policy: word("deterministic"), code: text() });
  return object({ name: text(), language }, { components: listOf(component) });
}

function address(): Shape {
  return text({ isAddress: true });
}
