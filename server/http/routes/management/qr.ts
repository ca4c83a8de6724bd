import { managementPrefix } from "@banter/core/api/management/contract.ts";
import { notFound } from "@banter/core/model/error.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../../deps.ts";
import { listGrowthLinks } from "../../../domain/catalog/growth-links.ts";
import { requirePermission } from "../../../domain/people/permissions.ts";
import type { ManagementBudget } from "../../guards/management-budget.ts";
import { getUser } from "../../guards/session.ts";
import { qrPng, qrSvg } from "../../qr.ts";

/** The path of a growth tool's QR code for members of the page, published or not. */
export const qrPath = (pageId: string, toolId: number, type: "png" | "svg") =>
  `${managementPrefix}/pages/${pageId}/tools/${toolId}/qr.${type}`;

type Request = FastifyRequest<{ Params: { page_id: string; tool_id: string } }>;

export function mountToolCodes(app: FastifyInstance, { budget, ...deps }: Deps & { budget: ManagementBudget }): void {
  async function linkOf(request: Request, reply: FastifyReply): Promise<string> {
    const { page_id: pageId, tool_id: toolId } = request.params;
    const user = await getUser(deps, request, reply);
    budget.spendOfUser(user.id);
    const { workspaceId } = await requirePermission(deps, user.id, { pageId }, "look");
    budget.spendOfWorkspace(workspaceId);
    const links = (await listGrowthLinks(deps, pageId)).find(({ id }) => String(id) === toolId);
    if (!links) throw notFound("tool");
    return links.link;
  }
  const url = `${managementPrefix}/pages/:page_id/tools/:tool_id/qr`;
  app.get(`${url}.png`, async (request: Request, reply) =>
    reply
      .header("cache-control", "no-store")
      .type("image/png")
      .send(qrPng(await linkOf(request, reply))),
  );
  app.get(`${url}.svg`, async (request: Request, reply) =>
    reply
      .header("cache-control", "no-store")
      .type("image/svg+xml")
      .send(qrSvg(await linkOf(request, reply))),
  );
}
