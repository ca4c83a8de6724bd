import { instagram as facts } from "@banter/core/channels/instagram/facts.ts";
import type { Parsed } from "../inbound.ts";
import { listPages, parseBody, type Source } from "../meta/inbound/envelope.ts";

const source: Source = { object: "instagram", ...facts };

export const pagesIn = (body: unknown): string[] => listPages(body, source);

export const parse = (body: unknown, pageId: string): Parsed => parseBody(body, pageId, source);
