import { newCustomer } from "@banter/core/flow/customer.ts";
import { renderContent } from "@banter/core/flow/render/render.ts";
import type { Content } from "@banter/core/model/content/content.ts";
import { AppError, type Fault, invalidFields } from "@banter/core/model/error.ts";
import type { Payload } from "@banter/core/model/payload.ts";
import type { Channel } from "../../channels/channel.ts";
import type { Deps } from "../../deps.ts";
import { type CustomField, listCustomFields } from "../../store/catalog/custom-fields.ts";
import type { Page } from "../../store/catalog/pages.ts";
import { listTags } from "../../store/catalog/tags.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import type { Recipient } from "../../store/runtime/customers.ts";
import { conversationLink } from "./links.ts";

type Given = {
  content: Content;
  recipient: Recipient | undefined;
  psid: string;
  payload: Payload;
  messageTag: string | null;
  /** The place of the content in the caller's body. */
  path: string;
};

/** Refuses content that is valid by its schema but names unknown tags or fields, or is empty once it is rendered. */
export async function checkContent(
  deps: Pick<Deps, "db" | "baseUrl">,
  page: Page,
  channel: Channel,
  given: Given,
): Promise<void> {
  const { content } = given;
  checkTemplates(channel, given);
  // Most content has no variables and no actions: then there is nothing to look up, and nothing can turn out empty.
  const isPlain = !JSON.stringify(content).includes("{{");
  const actions = content.actions ?? [];
  if (isPlain && actions.length === 0) return;

  const fields = await listCustomFields(deps.db, page.id);
  const faults = await faultsOfActions(deps, page.id, given, fields);
  if (faults.length > 0) throw invalidFields(faults);
  if (isPlain) return;
  const { unsendable } = renderContent(content, {
    payload: given.payload,
    customer: given.recipient ?? newCustomer(given.psid),
    ...(given.recipient?.ad && { state: { ad: given.recipient.ad } }),
    now: databaseNow(),
    random: Math.random,
    setup: {
      name: page.name,
      zone: page.timezone,
      fields: new Map(fields.map(({ id, ...field }) => [id, field])),
      conversationLink: () => conversationLink(deps, page.id),
    },
  });
  if (unsendable.length > 0) throw unsupported("A message is empty, or too long, once its variables are filled in.");
}

/** Templates are content like any other, or what a message with a certain tag must be, or unknown to the channel. */
function checkTemplates({ templates, title }: Channel, { content: { messages }, messageTag }: Given): void {
  const isTemplate = (message: Content["messages"][number]) => message.type === "whatsapp_message_template";
  const isTagged = templates !== null && templates.tag !== null && templates.tag === messageTag;
  if (templates?.tag !== null && !isTagged && messages.some(isTemplate)) {
    const without = templates ? ` without the tag ${templates.tag}` : "";
    throw unsupported(`${title} takes no message templates${without}.`);
  }
  if (isTagged && !messages.every(isTemplate)) {
    throw unsupported(`With the tag ${messageTag} every message must be a message template.`);
  }
}

async function faultsOfActions(
  { db }: Pick<Deps, "db">,
  pageId: string,
  { content: { actions = [] }, path: place }: Given,
  fields: CustomField[],
): Promise<Fault[]> {
  const tags = actions.some((action) => "tag_id" in action) ? await listTags(db, pageId) : [];
  return actions.flatMap((action, index) => {
    const path = `${place}/actions/${index}`;
    if ("tag_id" in action) {
      return tags.some(({ id }) => id === action.tag_id)
        ? []
        : { path: `${path}/tag_id`, message: "must be a tag of the page" };
    }
    const isKnown = fields.some(({ id }) => id === action.action_id);
    return isKnown ? [] : { path: `${path}/action_id`, message: "must be a custom field of the page" };
  });
}

const unsupported = (message: string) => new AppError("unsupported_content", message);
