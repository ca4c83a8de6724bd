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
import type { ManagementBudget } from "./guards/management-budget.ts";
import { checkSameOrigin } from "./guards/same-origin.ts";
import { getUser, loginRequestOf } from "./guards/session.ts";
import { inTransaction, mountContract, type RouteSteps, readInput } from "./pipeline.ts";
import type { AuditNote, ManagementCall, ManagementHandlers } from "./routes/management/handlers.ts";

/**
 * Mounts the management API. A call passes these guards in order: origin, session, budget and role before the body is
 * read, then fields. A write checks the role again in one transaction with its handler and its audit entry, because
 * the body may have taken long.
 */
export function mountManagementApi<C extends ManagementContract>(
  app: FastifyInstance,
  { budget, ...deps }: Deps & { budget: ManagementBudget },
  contract: C,
  handlers: ManagementHandlers<C>,
): void {
  mountContract(app, { contract, prefix: managementPrefix }, (key) =>
    stepsOf(deps, budget, {
      route: contract[key as keyof C] as ManagementRoute,
      isRead: key.startsWith("GET "),
      handler: handlers[key as keyof C] as Handler,
    }),
  );
}

type Handle = (deps: Deps, input: object) => Promise<unknown>;
type Handler = Handle | { prepare: Handle; handle: Handle };
type Mounted = { route: ManagementRoute; isRead: boolean; handler: Handler };

/** The caller's part of the handler's input. */
type Caller = Partial<Omit<ManagementCall, "note">>;

function stepsOf(deps: Deps, budget: ManagementBudget, { route, isRead, handler }: Mounted): RouteSteps<Caller> {
  const { prepare, handle } = typeof handler === "function" ? { prepare: undefined, handle: handler } : handler;
  return {
    options: { bodyLimit: route.bodyBytes },
    takesFile: route.takesFile,

    async authenticate(request, reply) {
      checkSameOrigin(deps, request);
      if (route.scope === "anyone") return { address: loginRequestOf(request).address };
      const user = await getUser(deps, request, reply);
      budget.spendOfUser(user.id);
      const caller = await checkRole(deps, route, request, user);
      budget.spendOfWorkspace(caller.workspaceId);
      return caller;
    },

    async answer(caller, request, reply) {
      const context = { route, handle, request, caller };
      if (prepare) await prepare(deps, inputOf(context));
      // Mail commits by itself, in the round of the page's owner. Its audit entry follows the acceptance. A file takes
      // as long as the caller's line is slow, which no transaction should wait for.
      const isAlone = isRead || route.isMail || route.takesFile || route.commitsAlone;
      const answer = await (isAlone ? run(deps, context) : inTransaction(deps, (inside) => runInside(inside, context)));
      // Only fields that the contract declares leave the server.
      return reply.header("cache-control", "no-store").send(z.encode(route.reply, answer));
    },
  };
}

type CallContext = { route: ManagementRoute; handle: Handle; request: FastifyRequest; caller: Caller };

async function runInside(deps: Deps, context: CallContext): Promise<unknown> {
  const { route, request, caller } = context;
  return run(deps, caller.user ? { ...context, caller: await checkRole(deps, route, request, caller.user) } : context);
}

/** Everything that a write does, in its transaction unless it is mail. */
async function run(deps: Deps, context: CallContext): Promise<unknown> {
  const input = inputOf(context);
  const note: AuditNote = {};
  const answer = await context.handle(deps, { ...input, note: (added: AuditNote) => void Object.assign(note, added) });
  if (context.route.audit) await writeAuditEntry(deps, auditEntryOf(context.route.audit, input, note));
  return answer;
}

/** Checks the fields. Returns the handler's input. */
function inputOf({ route, request, caller }: CallContext) {
  return {
    ...caller,
    ...readInput(route, request),
    ...(route.takesFile && { file: readUpload(request, route.fileType) }),
  };
}

/** Throws unless the user's role has the route's permission. */
async function checkRole(
  deps: Deps,
  { scope, permission }: ManagementRoute,
  request: FastifyRequest,
  user: User,
): Promise<Caller & { user: User }> {
  if (permission === undefined) return { user };
  const { page_id, workspace_id } = request.params as { page_id: string; workspace_id: string };
  const team: Scope = scope === "page" ? { pageId: page_id } : { workspaceId: idOf(workspace_id) };
  return { user, ...("pageId" in team && team), ...(await requirePermission(deps, user.id, team, permission)) };
}

/** No workspace has the number 0. */
const idOf = (text: string) => (/^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : 0);

function auditEntryOf(action: string, call: Partial<ManagementCall>, note: AuditNote): AuditEntry {
  const workspaceId = note.workspaceId ?? call.workspaceId;
  const userId = note.userId ?? call.user?.id;
  if (workspaceId === undefined || userId === undefined)
    throw new Error(`The audit entry "${action}" has no workspace or no user.`);
  const { subject = null, subjectId = null } = note;
  return { workspaceId, userId, pageId: call.pageId ?? null, action, subject, subjectId };
}
