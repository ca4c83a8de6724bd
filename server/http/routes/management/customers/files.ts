import { Readable } from "node:stream";
import { managementPrefix } from "@banter/core/api/management/contract.ts";
import { CustomerFilter } from "@banter/core/api/management/customers.ts";
import { WireId } from "@banter/core/model/id.ts";
import type { Permission } from "@banter/core/model/role.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { exportData } from "../../../../domain/customers/data.ts";
import { exportCustomers, exportErrors } from "../../../../domain/customers/export.ts";
import { writeAuditEntry } from "../../../../domain/people/audit-log.ts";
import { requirePermission } from "../../../../domain/people/permissions.ts";
import type { ManagementBudget } from "../../../guards/management-budget.ts";
import { getUser } from "../../../guards/session.ts";
import { checkTexts, readAs } from "../../../read.ts";

type Request = FastifyRequest<{ Params: { page_id: string; psid: string; job_id: string } }>;

const CsvQuery = CustomerFilter.extend({
  /** Names of columns; without them, all. */
  columns: z.string().max(5000).optional(),
  /** Of the names of those who have none; the page's own if it is left out. */
  language: z.enum(["en", "vi"]).optional(),
});

/** Files that browsers download: streamed, so that they may be of any length. */
export function mountCustomerFiles(
  app: FastifyInstance,
  { budget, ...deps }: Deps & { budget: ManagementBudget },
): void {
  const root = `${managementPrefix}/pages/:page_id`;

  app.get(`${root}/customers.csv`, async (request: Request, reply) => {
    const { pageId, audit } = await admit(deps, request, reply, { budget, permission: "build" });
    const { columns, language, ...filter } = readAs(CsvQuery, request.query);
    await audit("customers_exported", null);
    const lines = exportCustomers(deps, pageId, filter, { wanted: columns?.split(","), language });
    return sendFile(reply, lines, { name: `customers-${pageId}.csv`, type: "text/csv; charset=utf-8" });
  });

  app.get(`${root}/customer_jobs/:job_id/errors.csv`, async (request: Request, reply) => {
    // Whole lines of the file, so that they are protected as the customers themselves.
    const { pageId, audit } = await admit(deps, request, reply, { budget, permission: "build" });
    const { name, lines } = await exportErrors(deps, pageId, readAs(WireId, request.params.job_id));
    await audit("import_errors_exported", name);
    return sendFile(reply, lines, { name: "errors.csv", type: "text/csv; charset=utf-8" });
  });

  app.get(`${root}/customers/:psid/data`, async (request: Request, reply) => {
    const { pageId, audit } = await admit(deps, request, reply, { budget, permission: "build" });
    const { psid } = request.params;
    const pieces = await exportData(deps, pageId, psid);
    await audit("customer_data_exported", psid);
    return sendFile(reply, pieces, { name: `${psid.replaceAll(/[^\w.-]/g, "_")}.json`, type: "application/json" });
  });
}

type Admission = { budget: ManagementBudget; permission: Permission };

async function admit(deps: Deps, request: Request, reply: FastifyReply, { budget, permission }: Admission) {
  const { page_id: pageId } = request.params;
  const user = await getUser(deps, request, reply);
  budget.spendOfUser(user.id);
  const { workspaceId } = await requirePermission(deps, user.id, { pageId }, permission);
  budget.spendOfWorkspace(workspaceId);
  checkTexts(request.params);
  checkTexts(request.query);
  const audit = (action: string, subject: string | null) =>
    writeAuditEntry(deps, { workspaceId, userId: user.id, pageId, action, subject, subjectId: null });
  return { pageId, audit };
}

function sendFile(reply: FastifyReply, pieces: AsyncIterable<string>, { name, type }: { name: string; type: string }) {
  return reply
    .header("cache-control", "no-store")
    .header("content-disposition", `attachment; filename="${name}"`)
    .type(type)
    .send(Readable.from(pieces));
}
