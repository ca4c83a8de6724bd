import { AppError, notFound } from "@banter/core/model/error.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { findWebhookPage } from "../../domain/webhooks.ts";

type Request = FastifyRequest<{ Params: { page_id: string }; Body: Buffer | undefined }>;

/** Where platforms report to: `/webhooks/{page_id}`. Answered when every event of the body is stored for good. */
export function mountWebhooks(app: FastifyInstance, deps: Deps): void {
  app.register(async (hooks) => {
    // The signature is over the bytes as they came.
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser(
      "*",
      { parseAs: "buffer", bodyLimit: 5 * 1024 * 1024 },
      async (_: unknown, body: Buffer) => body,
    );

    hooks.post("/webhooks/:page_id", async ({ params, headers, body }: Request) => {
      const page = await findWebhookPage(deps, params.page_id);
      if (!page) throw notFound("page");
      const { channel, settings } = page;
      const bytes = body ?? Buffer.alloc(0);
      if (!channel.verify({ headers, body: bytes }, settings)) {
        throw new AppError("unauthorized", "The webhook is not signed by the platform.");
      }
      const events = channel.parse(parse(bytes));
      await Promise.all(
        events.map(({ psid, event, key }) => deps.accept({ pageId: params.page_id, psid, event, key })),
      );
      return { accepted: events.length };
    });
  });
}

/** What PostgreSQL cannot store is replaced: a platform would repeat a refused webhook for days. */
function parse(body: Buffer): unknown {
  const text = body.toString("utf8");
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
