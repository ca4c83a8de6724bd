import { ChannelType, channelFacts } from "@banter/core/channels/index.ts";
import { AppError, notFound } from "@banter/core/model/error.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ZodError } from "zod";
import { answerHandshake } from "../../../channels/handshake.ts";
import type { Webhook } from "../../../channels/inbound.ts";
import type { Deps } from "../../../deps.ts";
import { takeNotices } from "../../../domain/connect/account-notices.ts";
import { answerQuestion } from "../../../domain/connect/platform-questions.ts";
import { webhookKeys } from "../../../domain/connect/webhook-keys.ts";
import { webhookOrder } from "../../../domain/connect/webhook-order.ts";
import { webhookTimes } from "../../../domain/connect/webhook-times.ts";
import { acceptEvents, listTriedPages, listWebhookPages, type WebhookPage } from "../../../domain/connect/webhooks.ts";
import { notSigned, signedBodies } from "../../guards/signed-bodies.ts";
import { parseWebhook } from "../../guards/webhook-json.ts";
import type { WebhookMetrics } from "../../metrics.ts";

type Query = Record<string, string | undefined>;
type PageRequest = FastifyRequest<{ Params: { page_id: string }; Querystring: Query }>;
type AppRequest = FastifyRequest<{ Params: { channel: string }; Querystring: Query }>;

/** More pages than platforms name in one body, and kinds of events to log. */
const maxPages = 1000;
const maxKinds = 1000;

/**
 * Receives the webhooks of platforms: `/webhooks/{page_id}`, or `/webhooks/app/{channel}` for an app that many pages
 * share. Answers when every event of the body is stored durably.
 */
export function mountWebhooks(app: FastifyInstance, deps: Deps, metrics: WebhookMetrics): void {
  const keys = webhookKeys(deps);
  const readSigned = signedBodies(metrics);
  const times = webhookTimes(deps);
  const accept = acceptor(deps, times.note);
  app.addHook("onClose", times.stop);

  app.register(async (hooks) => {
    // The handlers read the bodies themselves: they verify the raw bytes with the page's secret first.
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser("*", async () => undefined);

    hooks.get("/webhooks/:page_id", async ({ params: { page_id: pageId }, query }: PageRequest, reply) => {
      const tried = pageId.includes("\0") ? [] : await listTriedPages(deps, { pageId });
      return sendAnswer(reply, answerOf([...(await listWebhookPages(deps, [pageId])), ...tried], query));
    });

    hooks.post("/webhooks/:page_id", async (request: PageRequest) => {
      const [page] = await listWebhookPages(deps, [request.params.page_id]);
      if (!page) throw notFound("page");
      if (isAddressCheck(request, page.webhook)) return { accepted: 0 };
      const { bytes } = await readSigned(request, page.webhookOf, page.webhook, [page.secret]);
      return accept([page], parseWebhook(bytes));
    });

    hooks.get("/webhooks/app/:channel", async ({ params, query }: AppRequest, reply) => {
      const channel = channelOf(params.channel);
      const asked = deps.channels[channel]?.inbound?.webhook.handshake?.read(query);
      if (asked && (await keys.isVerifyToken(channel, asked.verifyToken))) return sendAnswer(reply, asked.answer);
      return sendAnswer(reply, asked && answerOf(await listTriedPages(deps, { channel }), query));
    });

    hooks.post("/webhooks/app/:channel", async (request: AppRequest) => {
      const channel = channelOf(request.params.channel);
      const webhook = deps.channels[channel]?.inbound?.webhook;
      if (!webhook?.pagesIn) throw notFound("channel");
      if (isAddressCheck(request, webhook)) return { accepted: 0 };
      const { bytes, secret } = await readSigned(request, channel, webhook, await keys.secretsOn(channel));
      const body = parseWebhook(bytes);
      const ofAccounts = await keys.pagesOf(channel, webhook.account?.idsIn(body) ?? []);
      const names = [...new Set([...namesIn(webhook.pagesIn, body), ...ofAccounts])];
      const named = await listWebhookPages(deps, names, channel);
      // A signature counts only for the pages with the secret that made it.
      const pages = named.filter((page) => page.secret === secret);
      if (pages.length < named.length) metrics.unsignedWebhooks.inc({ channel });
      if (pages.length === 0 && named.length > 0) throw notSigned();
      return accept(pages, body);
    });
  });
}

/** Nothing of such a call is read, so that it may come from anybody. */
function isAddressCheck({ headers }: FastifyRequest, { hasUnsignedCheck, signature }: Webhook<unknown>): boolean {
  return hasUnsignedCheck && headers[signature.header] === undefined;
}

function namesIn(pagesIn: (body: unknown) => string[], body: unknown): string[] {
  const pageIds = [...new Set(read(() => pagesIn(body)))];
  if (pageIds.length > maxPages) throw new AppError("malformed_request", "The body names too many pages.");
  return pageIds;
}

/** Stores the events of a verified body. */
function acceptor(deps: Deps, noteWebhook: (pageId: string) => void) {
  const { reorderMs } = deps.config;
  const accepting = { ...deps, reorderMs, order: webhookOrder(reorderMs) };
  const logKinds = kindLog(deps.log);

  return async (pages: WebhookPage[], body: unknown): Promise<{ accepted: number }> => {
    for (const { id } of pages) noteWebhook(id);
    const parsed = pages.map((page) => ({ page, ...read(() => page.webhook.parse(body, page.id)) }));
    for (const { page, unknown } of parsed) logKinds(page.webhookOf, unknown);
    await Promise.all(
      parsed.map(({ page, events }) =>
        acceptEvents(accepting, page.id, { events, number: page.webhook.numberIn?.(body) }),
      ),
    );
    for (const { id, webhook, settings } of pages) {
      await takeNotices(deps, id, webhook.noticesIn?.(body, { id, settings }) ?? []);
    }
    await Promise.all(pages.map((page) => answerQuestion(deps, page, body)));
    for (const { webhook, settings, ...page } of pages) {
      webhook
        .acknowledge?.(body, settings)
        .catch((error) => deps.log.warn({ err: error, pageId: page.id }, "webhook not acknowledged"));
    }
    return { accepted: parsed.reduce((count, { events }) => count + events.length, 0) };
  };
}

/** Logs each unknown kind of event once: platforms add new ones at any time. */
function kindLog(log: Deps["log"]) {
  const logged = new Set<string>();
  return (channel: ChannelType, kinds: string[]): void => {
    for (const kind of kinds) {
      const name = `${channel} ${kind}`;
      if (logged.has(name) || logged.size >= maxKinds) continue;
      logged.add(name);
      log.warn({ channel, kind }, "unknown webhook events skipped");
    }
  };
}

/** The answer to a platform that verifies the webhook address; undefined if the verify token is none of the pages'. */
function answerOf(pages: WebhookPage[], query: Query): string | undefined {
  return pages.map(({ webhook, settings }) => answerHandshake(webhook.handshake, query, settings)).find(Boolean);
}

function sendAnswer(reply: FastifyReply, answer: string | undefined): FastifyReply {
  if (answer === undefined) throw new AppError("forbidden", "The verify token does not match.");
  return reply.type("text/plain; charset=utf-8").send(answer);
}

function channelOf(name: string): ChannelType {
  if (!Object.hasOwn(channelFacts, name)) throw notFound("channel");
  return ChannelType.parse(name);
}

/** Refuses a signed body that does not match the platform's schema. */
function read<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (error instanceof ZodError)
      throw new AppError("malformed_request", "The body does not match the platform's format.");
    throw error;
  }
}
