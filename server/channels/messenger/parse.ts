import { messenger as facts } from "@banter/core/channels/messenger/facts.ts";
import type { Parsed } from "../inbound.ts";
import { listPages, parseBody, type Source } from "../meta/inbound/envelope.ts";

const source: Source = { object: "page", ...facts };

export const pagesIn = (body: unknown): string[] => listPages(body, source);

export const parse = (body: unknown, pageId: string): Parsed => parseBody(body, pageId, source);
