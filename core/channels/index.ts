import { z } from "zod";
import type { ChannelFacts } from "./facts.ts";
import { instagram } from "./instagram/facts.ts";
import { line } from "./line/facts.ts";
import { messenger } from "./messenger/facts.ts";
import { telegram } from "./telegram/facts.ts";
import { webchat } from "./webchat/facts.ts";
import { whatsapp } from "./whatsapp/facts.ts";
import { zalo } from "./zalo/facts.ts";

const table = { webchat, messenger, instagram, whatsapp, telegram, zalo, line };

export const ChannelType = z.enum(Object.keys(table) as [keyof typeof table]);
export type ChannelType = keyof typeof table;

/** Every channel that a page can be on. */
export const channelFacts: Record<ChannelType, ChannelFacts> = table;

/**
 * The channel that this server serves by itself: its pages need no account anywhere, and their ids are ours to give.
 */
export const ownChannel = "webchat" satisfies ChannelType;

const byPrefix = new Map(ChannelType.options.map((type) => [channelFacts[type].pagePrefix, type]));

/** The channel of a page, by the prefix of its id. */
export const findChannelOf = (pageId: string): ChannelType | undefined =>
  byPrefix.get(pageId.slice(0, pageId.indexOf("_") + 1));

const { [ownChannel]: own, ...platforms } = channelFacts;
const pagePrefixes = [...Object.values(platforms), own].flatMap(({ pagePrefix }) => pagePrefix.replace("_", "") || []);

/** Digits, behind the channel's prefix. */
export const PageId = z.string().regex(new RegExp(`^((${pagePrefixes.join("|")})_)?[0-9]{1,32}$`));
export type PageId = z.infer<typeof PageId>;
