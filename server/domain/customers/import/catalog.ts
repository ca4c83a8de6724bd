import { type ChannelType, channelFacts } from "@banter/core/channels/index.ts";
import type { FieldType } from "@banter/core/model/custom-field.ts";
import { notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../../deps.ts";
import { listCustomFields } from "../../../store/catalog/custom-fields.ts";
import { listTags } from "../../../store/catalog/tags.ts";

/** Facts about the page that an import needs. */
export type Catalog = {
  channel: ChannelType;
  /** The platform's name. */
  title: string;
  /** People may be written to who have never written. */
  knowsStrangers: boolean;
  zone: string;
  fields: ReadonlyMap<string, FieldType>;
  /** Ids by name. */
  tags: ReadonlyMap<string, number>;
};

export async function loadCatalog({ db, lookups, channels }: Deps, pageId: string): Promise<Catalog> {
  const page = await lookups.page(pageId);
  if (!page) throw notFound("page");
  return {
    channel: page.channel,
    title: channelFacts[page.channel].title,
    knowsStrangers: Boolean(channels[page.channel]?.outbound),
    zone: page.timezone,
    fields: new Map((await listCustomFields(db, pageId)).map(({ name, type }) => [name, type])),
    tags: new Map((await listTags(db, pageId)).map(({ name, id }) => [name, id])),
  };
}
