import { FormBody, shownForm } from "@banter/core/api/prechat-form.ts";
import {
  MessageBody,
  ReceiptBody,
  TypingBody,
  VisitBody,
  type WebchatFile,
  type WebchatProfile,
  type WebchatVisit,
  webchatPrefix,
} from "@banter/core/api/webchat.ts";
import { PageId } from "@banter/core/channels/index.ts";
import { AppError, invalidFields, notFound } from "@banter/core/model/error.ts";
import { acceptedFiles, maxMediaBytes } from "@banter/core/model/media.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { awayText } from "../../domain/catalog/page-look.ts";
import { pageProfile } from "../../domain/catalog/page-profile.ts";
import { acceptFile } from "../../domain/media/visitor-files.ts";
import { acceptForm, requireForm } from "../../domain/sending/prechat-form.ts";
import {
  acceptMessage,
  findVisitor,
  getWebchatPage,
  startTyping,
  stopTyping,
  unknownVisitor,
  type Visitor,
  visit,
  welcomeVisitor,
} from "../../domain/sending/visitors.ts";
import type { LiveHub } from "../../live/hub.ts";
import { listCustomFields } from "../../store/catalog/custom-fields.ts";
import { listPublishedFlows } from "../../store/catalog/flows.ts";
import { listIceBreakers } from "../../store/catalog/ice-breakers.ts";
import { listMenuItems } from "../../store/catalog/menu-items.ts";
import { listNewestHistory } from "../../store/conversations/history.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { callLimiter } from "../guards/call-limiter.ts";
import { allowOrigin } from "../guards/cors.ts";
import { mountFileRoute, readUpload } from "../guards/file-bodies.ts";
import { newVisitorLimiter } from "../guards/new-visitors.ts";
import { networkOf } from "../guards/wrong-tokens.ts";
import { idempotencyKeyOf } from "../idempotency-key.ts";
import { liveStreams } from "../live/streams.ts";
import { readAs } from "../read.ts";
import { webchatMessage } from "../webchat-message.ts";

type Request = FastifyRequest<{ Params: { page_id: string }; Querystring: { after?: string } }>;

/** The web chat's API, for the widget, the chat page and other clients: docs/webchat.md. */
export function mountWebchat(app: FastifyInstance, deps: Deps, hub: LiveHub): void {
  const streams = liveStreams(deps, hub);
  const mayVisit = callLimiter({ burst: 60, perSecond: 1 });
  const mayAddVisitor = newVisitorLimiter();
  const mayWrite = callLimiter({ burst: 100, perSecond: 20 });
  const maySendFiles = callLimiter({ burst: 20, perSecond: 0.2 });
  const mayFill = callLimiter({ burst: 100, perSecond: 1 });
  const mayListen = callLimiter({ burst: 30, perSecond: 1 });
  const mayReadProfile = callLimiter({ burst: 300, perSecond: 30 });
  app.addHook("preClose", async () => streams.endAll());

  app.register(async (chat) => {
    chat.addHook("onRequest", async (request, reply) => {
      const { page_id } = (request as Request).params;
      if (!PageId.safeParse(page_id).success) throw notFound("page");
      await checkOrigin(deps, request, reply, page_id);
    });

    chat.post(`${webchatPrefix}/visits`, { bodyLimit }, async (request: Request): Promise<WebchatVisit> => {
      const { page_id } = request.params;
      limited(mayVisit(networkOf(request.ip)));
      const body = readAs(VisitBody, request.body);
      const visitor = await visit(deps, page_id, {
        body,
        token: bearerOf(request),
        beforeNew: () => limited(mayAddVisitor(page_id)),
      });
      const said = await listNewestHistory(deps.db, page_id, visitor.psid, 100);
      if (body?.opened && said.length === 0 && !visitor.form) await welcomeVisitor(deps, visitor);
      return {
        psid: visitor.psid,
        visitor_token: visitor.token,
        conversation: said.map((each) => webchatMessage(deps, page_id, each)),
        form: visitor.form,
      };
    });

    chat.post(`${webchatPrefix}/messages`, { bodyLimit }, async (request: Request, reply) => {
      const visitor = await visitorOf(deps, request);
      const message = readAs(MessageBody, request.body);
      limited(mayWrite(visitor.psid));
      await acceptMessage(deps, visitor, message, idempotencyKeyOf(request));
      stopTyping(deps, visitor);
      return reply.code(202).send({ accepted: true });
    });

    mountFileRoute(chat, {
      method: "POST",
      url: `${webchatPrefix}/files`,
      async handler(plain, reply) {
        const request = plain as Request;
        const visitor = await visitorOf(deps, request);
        await requireForm(deps, visitor);
        limited(maySendFiles(visitor.psid) && mayFill(`${visitor.pageId} ${networkOf(request.ip)}`));
        const file: WebchatFile = await acceptFile(deps, visitor, readUpload(request));
        return reply.send(file);
      },
    });

    mountReports(chat, deps, mayWrite);

    chat.get(`${webchatPrefix}/events`, async (request: Request, reply) => {
      const visitor = await visitorOf(deps, request);
      const after = request.query.after ?? request.headers["last-event-id"] ?? "0";
      if (typeof after !== "string" || !/^[0-9]{1,15}$/.test(after)) {
        throw invalidFields([{ path: "/after", message: "must be a message's id" }]);
      }
      limited(mayListen(`${visitor.pageId} ${visitor.psid}`));
      streams.stream(reply, visitor, Number(after));
    });

    chat.get(`${webchatPrefix}/profile`, async (request: Request): Promise<WebchatProfile> => {
      const { page_id } = request.params;
      limited(mayReadProfile(`${page_id} ${networkOf(request.ip)}`));
      const page = await getWebchatPage(deps, page_id);
      const { name, greeting, takesFiles, look } = page;
      const iceBreakers = await listIceBreakers(deps.db, page_id);
      const menu = await listMenuItems(deps.db, page_id);
      const profile = pageProfile({ greeting, iceBreakers, menu }, await listPublishedFlows(deps.db, page_id));
      return {
        page: { name: look.name ?? name, greeting },
        ice_breakers: profile.iceBreakers,
        files: takesFiles ? { accept: acceptedFiles(), max_bytes: maxMediaBytes } : null,
        away: awayText(page, databaseNow()),
        form: page.prechatForm && shownForm(page.prechatForm, await listCustomFields(deps.db, page_id)),
        main_menu: profile.mainMenu.map((item) =>
          "url" in item ? { type: "url", ...item } : { type: "reply", ...item },
        ),
      };
    });
  });
}

/** The visitor's answers to the form, and reports on what they have seen and on their typing. */
function mountReports(chat: FastifyInstance, deps: Deps, mayWrite: (psid: string) => boolean): void {
  chat.post(`${webchatPrefix}/form`, { bodyLimit }, async (request: Request) => {
    const visitor = await visitorOf(deps, request);
    const form = readAs(FormBody, request.body);
    limited(mayWrite(visitor.psid));
    await acceptForm(deps, visitor, form);
    return { accepted: true };
  });

  chat.post(`${webchatPrefix}/receipts`, { bodyLimit }, async (request: Request) => {
    const { pageId, psid } = await visitorOf(deps, request);
    const { delivered_through, seen_through } = readAs(ReceiptBody, request.body);
    limited(mayWrite(psid));
    const event = {
      type: "receipt" as const,
      ...(delivered_through !== undefined && { deliveredThrough: delivered_through }),
      ...(seen_through !== undefined && { seenThrough: seen_through }),
    };
    await deps.accept({ pageId, psid, event });
    return { accepted: true };
  });

  chat.post(`${webchatPrefix}/typing`, { bodyLimit }, async (request: Request) => {
    const visitor = await visitorOf(deps, request);
    const { is_typing } = readAs(TypingBody, request.body);
    limited(mayWrite(visitor.psid));
    if (is_typing) startTyping(deps, visitor);
    else stopTyping(deps, visitor);
    return { accepted: true };
  });
}

const bodyLimit = 64 * 1024;

async function visitorOf(deps: Deps, request: Request): Promise<Visitor> {
  const token = bearerOf(request);
  const visitor = token === undefined ? undefined : await findVisitor(deps, request.params.page_id, token);
  if (!visitor) throw unknownVisitor();
  return visitor;
}

function bearerOf({ headers, url }: FastifyRequest): string | undefined {
  if (/[?&](visitor|access)[-_]token(=|&|$)/i.test(url)) {
    throw new AppError("token_in_query", "The token belongs in the header authorization: addresses end up in logs.");
  }
  return /^bearer +(.+)$/i.exec(headers.authorization ?? "")?.[1];
}

/** Accepts our own pages and the origins that the page lists. Without an origin (no browser) the token decides. */
async function checkOrigin(deps: Deps, request: FastifyRequest, reply: FastifyReply, pageId: string): Promise<void> {
  const { origin, host } = request.headers;
  if (!origin || URL.parse(origin)?.host === host || origin === new URL(deps.baseUrl()).origin) return;
  if (!(await allowOrigin(deps, request, reply, pageId))) {
    throw new AppError("forbidden", "The page's owner has not listed this origin.");
  }
}

function limited(isAllowed: boolean): void {
  if (!isAllowed) throw new AppError("rate_limited", "Too many calls: wait a moment.");
}
