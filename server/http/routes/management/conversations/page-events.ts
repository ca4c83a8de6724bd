import { managementPrefix } from "@banter/core/api/management/contract.ts";
import { pageEventsPath } from "@banter/core/api/management/page-events.ts";
import { AppError, invalidFields } from "@banter/core/model/error.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../../../../deps.ts";
import { requirePermission } from "../../../../domain/people/permissions.ts";
import { findLastChange } from "../../../../store/conversations/digests.ts";
import { callLimiter } from "../../../guards/call-limiter.ts";
import { getUser, loginRequestOf } from "../../../guards/session.ts";
import { pageStreamLimits, pageStreams } from "../../../live/page-streams.ts";

type Request = FastifyRequest<{ Params: { page_id: string }; Querystring: { after?: string } }>;

/** The stream of a page's events, for its members: `core/api/management/page-events.ts`. */
export function mountPageEvents(app: FastifyInstance, deps: Deps, limits = pageStreamLimits): void {
  const streams = pageStreams(deps, limits);
  const mayListen = callLimiter({ burst: 60, perSecond: 2 });
  app.addHook("preClose", async () => streams.endAll());

  app.get(`${managementPrefix}${pageEventsPath}`, async (request: Request, reply) => {
    const { page_id: pageId } = request.params;
    const user = await getUser(deps, request, reply);
    await requirePermission(deps, user.id, { pageId }, "look");
    if (!mayListen(user.id)) throw new AppError("rate_limited", "Too many calls: wait a moment.");
    const after = positionOf(request) ?? (await findLastChange(deps.db, pageId));
    const login = loginRequestOf(request);
    const check = async () => {
      const found = await deps.logins.findUser(login);
      if (found?.user.id !== user.id) throw new AppError("unauthorized", "The session has ended.");
      await requirePermission(deps, user.id, { pageId }, "look");
    };
    streams.stream(reply, { pageId, userId: user.id, check }, after);
  });
}

/** The last event that the client has; undefined if it begins now. */
function positionOf({ query, headers }: Request): number | undefined {
  const after = headers["last-event-id"] ?? query.after;
  if (after === undefined || after === "") return undefined;
  if (typeof after === "string" && /^[0-9]{1,15}$/.test(after)) return Number(after);
  throw invalidFields([{ path: "/after", message: "must be the id of an event" }]);
}
