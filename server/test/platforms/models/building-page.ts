import { type ModelForm, noLimits } from "@banter/core/flow/ai/model.ts";
import type { WholePageFile } from "@banter/core/page-file/schema.ts";
import type { Deps } from "../../../deps.ts";
import { applyPageFile } from "../../../domain/page-file/apply.ts";
import { aPageFile } from "../../builders.ts";
import { aMember, aPageOf, signedIn } from "../../people.ts";
import { giveKey } from "./ai-page.ts";

/** A page with a model, and an owner who builds on it. */
export async function aBuildingPage(
  { deps, baseUrl }: { deps: Deps; baseUrl: string },
  model: ModelForm,
  file: Partial<WholePageFile>,
) {
  const owner = await aMember(deps);
  const pageId = await aPageOf(deps, owner);
  await giveKey(deps, pageId);
  await applyPageFile(deps, pageId, aPageFile({ models: [model], ...file }), { prune: true });
  const { api } = await signedIn(baseUrl, owner);
  const params = { page_id: pageId };
  const { flows } = await api("GET /pages/:page_id/tree", { params });
  const idOf = (name: string) => flows.find((flow) => flow.name === name)?.id ?? 0;
  return {
    ...{ api, params, pageId, idOf, flows },
    read: (name: string) => api("GET /pages/:page_id/flows/:flow_id", { params: { ...params, flow_id: idOf(name) } }),
    limit: (limits: Partial<typeof noLimits>) =>
      api("PUT /pages/:page_id/model_limits", { params, body: { ...noLimits, ...limits } }),
    used: async () => (await api("GET /pages/:page_id/model_limits", { params })).today,
  };
}
