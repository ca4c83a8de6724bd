import {
  type ManagementContract,
  type ManagementRoute,
  managementPrefix,
} from "@banter/core/api/management/contract.ts";
import { AppError } from "@banter/core/model/error.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { allow, type Place } from "../domain/people/access.ts";
import { recordDeed } from "../domain/people/audit.ts";
import type { LoginRequest, User } from "../domain/people/logins.ts";
import { checkSameOrigin } from "./guards/same-origin.ts";
import { networkOf } from "./guards/wrong-tokens.ts";
import { methodsByPath, readInput, refuseOtherMethods } from "./mount.ts";
import type { Call, ManagementHandlers, Note } from "./routes/management/handlers.ts";

/** Mounts the management API: origin and login before the body is read, then role, fields and handler in one transaction. */
export function mountManagementApi<C extends ManagementContract>(
  app: FastifyInstance,
  deps: Deps,
  contract: C,
  handlers: ManagementHandlers<C>,
): void {
  for (const [path, methods] of methodsByPath(contract)) {
    for (const method of methods) {
      const key = `${method} ${path}` as keyof C;
      mountRoute(app, deps, { method, path, route: contract[key] as ManagementRoute, handle: handlers[key] as Handle });
    }
    refuseOtherMethods(app, managementPrefix + path, methods);
  }
}

type Handle = (deps: Deps, input: object) => Promise<unknown>;
type Work = (deps: Deps) => Promise<unknown>;
type Mounted = { method: HTTPMethods; path: string; route: ManagementRoute; handle: Handle };

function mountRoute(app: FastifyInstance, deps: Deps, { method, path, route, handle }: Mounted): void {
  const users = new WeakMap<FastifyRequest, User>();
  app.route({
    method,
    url: managementPrefix + path,
    bodyLimit: route.bodyBytes,
    onRequest: async (request, reply) => {
      checkSameOrigin(deps, request);
      if (route.scope !== "anyone") users.set(request, await getUser(deps, request, reply));
    },
    handler: async (request, reply) => {
      const transact = (work: Work) => deps.db.transact((db) => work({ ...deps, db }));
      const run = async (deps: Deps) => {
        const note: Note = {};
        const call = { ...(await callOf(deps, route, request, users.get(request))), note: noteTo(note) };
        const recorded = async (deps: Deps, work: Work) => {
          const answer = await work(deps);
          if (route.audit) await record(deps, route.audit, call, note);
          return answer;
        };
        const input = { ...call, ...readInput(route, request) };
        if (!route.asksPlatform) return recorded(deps, (deps) => handle(deps, input));
        return handle(deps, { ...input, store: (work: Work) => transact((deps) => recorded(deps, work)) });
      };
      const answer = await (method === "GET" || route.asksPlatform ? run(deps) : transact(run));
      // Exactly what the contract shows: anything else in an answer is our mistake and stays here.
      return reply.header("cache-control", "no-store").send(z.encode(route.reply, answer));
    },
  });
}

/** Whoever is logged in. A session that was prolonged gets its cookies. */
export async function getUser({ logins }: Deps, request: FastifyRequest, reply: FastifyReply): Promise<User> {
  const found = request.headers.cookie === undefined ? undefined : await logins.findUser(loginRequestOf(request));
  if (!found) throw new AppError("unauthorized", "Log in first.");
  if (found.cookies.length > 0) reply.header("set-cookie", found.cookies);
  return found.user;
}

export const loginRequestOf = ({ headers, ip }: FastifyRequest): LoginRequest => ({
  cookie: headers.cookie ?? "",
  userAgent: String(headers["user-agent"] ?? "").slice(0, 500),
  address: networkOf(ip),
});

async function callOf(
  deps: Deps,
  { scope, deed }: ManagementRoute,
  request: FastifyRequest,
  user: User | undefined,
): Promise<Partial<Omit<Call, "note">>> {
  if (!user) return {};
  if (deed === undefined) return { user };
  const { page_id, workspace_id } = request.params as { page_id: string; workspace_id: string };
  const place: Place = scope === "page" ? { pageId: page_id } : { workspaceId: idOf(workspace_id) };
  return { user, ...("pageId" in place && place), ...(await allow(deps, user.id, place, deed)) };
}

/** No workspace has the number 0. */
const idOf = (text: string) => (/^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : 0);

const noteTo = (note: Note) => (said: Note) => void Object.assign(note, said);

async function record(deps: Deps, action: string, call: Partial<Call>, note: Note): Promise<void> {
  const workspaceId = note.workspaceId ?? call.workspaceId;
  const userId = note.userId ?? call.user?.id;
  if (workspaceId === undefined || userId === undefined) throw new Error(`Nobody is known for ${action}.`);
  const { subject = null, subjectId = null } = note;
  await recordDeed(deps, { workspaceId, userId, pageId: call.pageId ?? null, action, subject, subjectId });
}
