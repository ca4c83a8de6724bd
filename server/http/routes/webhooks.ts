import { ChannelType, channelTypes } from "@banter/core/model/channel.ts";
import { AppError, notFound } from "@banter/core/model/error.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ZodError } from "zod";
import type { Deps } from "../../deps.ts";
import {
  acceptEvents,
  listTriedPages,
  listWebhookPages,
  listWebhookPagesOn,
  type WebhookPage,
} from "../../domain/webhooks.ts";
import type { Metrics } from "../metrics.ts";

type Query = Record<string, string | undefined>;
type PageRequest = FastifyRequest<{ Params: { page_id: string }; Querystring: Query; Body: Buffer | undefined }>;
type AppRequest = FastifyRequest<{ Params: { channel: string }; Querystring: Query; Body: Buffer | undefined }>;

/** What platforms put in one body at most, and more. */
const mostPages = 1000;
const mostKinds = 1000;

/**
 * Where platforms report to: `/webhooks/{page_id}`, or `/webhooks/app/{channel}` for an app that many pages share.
 * Answered when every event of the body is stored for good.
 */
export function mountWebhooks(app: FastifyInstance, deps: Deps, { unsignedWebhooks }: Metrics): void {
  const logged = new Set<string>();

  /** A platform invents new kinds of events at any time: each is worth one line. */
  function logOnce(page: WebhookPage, kinds: string[]): void {
    for (const kind of kinds) {
      const name = `${page.webhookOf} ${kind}`;
      if (logged.has(name) || logged.size >= mostKinds) continue;
      logged.add(name);
      deps.log.warn({ channel: page.webhookOf, kind }, "webhook events of an unknown kind are left out");
    }
  }

  /** The pages that the platform's signature is good for. */
  function verified(pages: WebhookPage[], { headers, body }: FastifyRequest<{ Body: Buffer | undefined }>) {
    const request = { headers, body: body ?? Buffer.alloc(0) };
    const signed = pages.filter(({ webhook, settings }) => webhook.verify(request, settings));
    if (signed.length < pages.length) unsignedWebhooks.inc({ channel: pages[0]?.webhookOf ?? "" });
    if (pages.length > 0 && signed.length === 0) {
      throw new AppError("unauthorized", "The webhook is not signed by the platform.");
    }
    return signed;
  }

  async function accept(pages: WebhookPage[], body: unknown): Promise<{ accepted: number }> {
    const parsed = pages.map((page) => ({ page, ...read(() => page.webhook.parse(body, page.id)) }));
    for (const { page, unknown } of parsed) logOnce(page, unknown);
    await Promise.all(parsed.map(({ page, events }) => acceptEvents(deps, page.id, events)));
    for (const { webhook, settings, ...page } of pages) {
      webhook
        .acknowledge?.(body, settings)
        .catch((error) => deps.log.warn({ err: error, pageId: page.id }, "webhook not acknowledged"));
    }
    return { accepted: parsed.reduce((count, { events }) => count + events.length, 0) };
  }

  app.register(async (hooks) => {
    // The signature is over the bytes as they came.
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser(
      "*",
      { parseAs: "buffer", bodyLimit: 5 * 1024 * 1024 },
      async (_: unknown, body: Buffer) => body,
    );

    hooks.get("/webhooks/:page_id", async ({ params: { page_id: pageId }, query }: PageRequest, reply) => {
      const tried = pageId.includes("\0") ? [] : await listTriedPages(deps, { pageId });
      return shakeHands([...(await listWebhookPages(deps, [pageId])), ...tried], query, reply);
    });

    hooks.post("/webhooks/:page_id", async (request: PageRequest) => {
      const pages = await listWebhookPages(deps, [request.params.page_id]);
      if (pages.length === 0) throw notFound("page");
      return accept(verified(pages, request), parseJson(request.body));
    });

    hooks.get("/webhooks/app/:channel", async ({ params, query }: AppRequest, reply) => {
      const channel = channelOf(params.channel);
      const tried = await listTriedPages(deps, { channel });
      return shakeHands([...(await listWebhookPagesOn(deps, channel)), ...tried], query, reply);
    });

    hooks.post("/webhooks/app/:channel", async (request: AppRequest) => {
      const type = channelOf(request.params.channel);
      const webhook = deps.channels[type]?.webhook;
      if (!webhook) throw notFound("channel");
      const body = parseJson(request.body);
      const pageIds = [...new Set(read(() => webhook.pagesIn(body)))];
      if (pageIds.length > mostPages) throw new AppError("malformed_request", "The body names too many pages.");
      return accept(verified(await listWebhookPages(deps, pageIds, type), request), body);
    });
  });
}

/** The platform asks whether the address is ours: it is if one of the pages knows the word that was agreed. */
function shakeHands(pages: WebhookPage[], query: Query, reply: FastifyReply): FastifyReply {
  const answer = pages.map(({ webhook, settings }) => webhook.handshake?.(query, settings)).find(Boolean);
  if (answer === undefined) throw new AppError("forbidden", "The webhook address is not to be verified by this word.");
  return reply.type("text/plain; charset=utf-8").send(answer);
}

function channelOf(name: string): ChannelType {
  if (!Object.hasOwn(channelTypes, name)) throw notFound("channel");
  return ChannelType.parse(name);
}

/** A signed body that is not shaped as the platform's are tells of a fault, but is nothing to keep. */
function read<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (error instanceof ZodError) throw new AppError("malformed_request", "The body is not as the platform's are.");
    throw error;
  }
}

/** What PostgreSQL cannot store is replaced: a platform would repeat a refused webhook for days. */
function parseJson(body: Buffer | undefined): unknown {
  const text = body?.toString("utf8") ?? "";
  const isOdd = /\\u(0000|d[89a-f])/i.test(text);
  try {
    return isOdd
      ? JSON.parse(text, (_, value) => (typeof value === "string" ? storable(value) : value))
      : JSON.parse(text);
  } catch {
    throw new AppError("malformed_request", "The body is not JSON.");
  }
}

const storable = (text: string) => text.toWellFormed().replaceAll("\0", "\ufffd");
