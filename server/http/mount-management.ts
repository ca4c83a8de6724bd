import {
  type ManagementContract,
  type ManagementRoute,
  managementPrefix,
} from "@banter/core/api/management/contract.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { writeAuditEntry } from "../domain/people/audit-log.ts";
import type { User } from "../domain/people/logins.ts";
import { requirePermission, type Scope } from "../domain/people/permissions.ts";
import type { AuditEntry } from "../store/people/audit-log.ts";
import { readUpload } from "./guards/file-bodies.ts";
import { checkSameOrigin } from "./guards/same-origin.ts";
import { getUser, loginRequestOf } from "./guards/session.ts";
import { inTransaction, mountContract, type RouteSteps, readInput } from "./pipeline.ts";
import type { Call, ManagementHandlers, Note } from "./routes/management/handlers.ts";

/**
 * Mounts the management API. A call passes these guards in order: origin and session before the body is read, then
 * role, then fields. A write runs the last two, its handler and its audit entry in one transaction.
 */
export function mountManagementApi<C extends ManagementContract>(
  app: FastifyInstance,
  deps: Deps,
  contract: C,
  handlers: ManagementHandlers<C>,
): void {
  mountContract(app, { contract, prefix: managementPrefix }, (key) =>
    stepsOf(deps, {
      route: contract[key as keyof C] as ManagementRoute,
      isRead: key.startsWith("GET "),
      handler: handlers[key as keyof C] as Handler,
    }),
  );
}

type Handle = (deps: Deps, input: object) => Promise<unknown>;
type Handler = Handle | { prepare: Handle; handle: Handle };
type Mounted = { route: ManagementRoute; isRead: boolean; handler: Handler };

function stepsOf(deps: Deps, { route, isRead, handler }: Mounted): RouteSteps<User | undefined> {
  const { prepare, handle } = typeof handler === "function" ? { prepare: undefined, handle: handler } : handler;
  return {
    options: { bodyLimit: route.bodyBytes },
    takesFile: route.takesFile,

    async authenticate(request, reply) {
      checkSameOrigin(deps, request);
      return route.scope === "anyone" ? undefined : getUser(deps, request, reply);
    },

    async answer(user, request, reply) {
      const context = { route, handle, request, user };
      if (prepare) await prepare(deps, await admit(deps, context));
      // Mail commits by itself, in the round of the page's owner. Its audit entry follows the acceptance. A file takes
      // as long as the caller's line is slow, which no transaction should wait for.
      const isAlone = isRead || route.isMail || route.takesFile || route.commitsAlone;
      const answer = await (isAlone ? run(deps, context) : inTransaction(deps, (inside) => run(inside, context)));
      // Only fields that the contract declares leave the server.
      return reply.header("cache-control", "no-store").send(z.encode(route.reply, answer));
    },
  };
}

type CallContext = { route: ManagementRoute; handle: Handle; request: FastifyRequest; user: User | undefined };

/** Everything that a write does, in its transaction unless it is mail. */
async function run(deps: Deps, context: CallContext): Promise<unknown> {
  const input = await admit(deps, context);
  const note: Note = {};
  const answer = await context.handle(deps, { ...input, note: (added: Note) => void Object.assign(note, added) });
  if (context.route.audit) await writeAuditEntry(deps, auditEntryOf(context.route.audit, input, note));
  return answer;
}

/** The last two guards, role and fields. Returns the handler's input. */
async function admit(deps: Deps, { route, request, user }: CallContext) {
  const caller = await checkRole(deps, route, request, user);
  return { ...caller, ...readInput(route, request), ...(route.takesFile && { file: readUpload(request) }) };
}

/** Throws unless the user's role has the route's permission. Returns the caller's part of the handler's input. */
async function checkRole(
  deps: Deps,
  { scope, permission }: ManagementRoute,
  request: FastifyRequest,
  user: User | undefined,
): Promise<Partial<Omit<Call, "note">>> {
  if (!user) return { address: loginRequestOf(request).address };
  if (permission === undefined) return { user };
  const { page_id, workspace_id } = request.params as { page_id: string; workspace_id: string };
  const team: Scope = scope === "page" ? { pageId: page_id } : { workspaceId: idOf(workspace_id) };
  return { user, ...("pageId" in team && team), ...(await requirePermission(deps, user.id, team, permission)) };
}

/** No workspace has the number 0. */
const idOf = (text: string) => (/^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : 0);

function auditEntryOf(action: string, call: Partial<Call>, note: Note): AuditEntry {
  const workspaceId = note.workspaceId ?? call.workspaceId;
  const userId = note.userId ?? call.user?.id;
  if (workspaceId === undefined || userId === undefined)
    throw new Error(`The audit entry "${action}" has no workspace or no user.`);
  const { subject = null, subjectId = null } = note;
  return { workspaceId, userId, pageId: call.pageId ?? null, action, subject, subjectId };
}
