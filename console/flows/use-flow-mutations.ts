import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { usePage } from "../frame/use-page.ts";
import { showToast } from "../ui/toast.tsx";
import { folderMutations } from "./folder-mutations.ts";
import { type Flow, moveFlows, renameFlow, switchFlow, type Target, withoutFlows } from "./tree.ts";
import { type MutationContext, useTreeChange } from "./use-tree-change.ts";

export type FlowMutations = ReturnType<typeof useFlowMutations>;

/** Everything that can be done to flows and folders. */
export function useFlowMutations() {
  const { t } = useTranslation("flows");
  const { id: page_id } = usePage();
  const { change, isPending, index } = useTreeChange();
  const context: MutationContext = { change, index, page_id, t };
  return { isPending, ...flowMutations(context), ...folderMutations(context) };
}

function flowMutations({ change, index, page_id, t }: MutationContext) {
  const patch = (flow_id: number, body: { name?: string; folder_id?: number | null; place?: number }) =>
    api("PATCH /pages/:page_id/flows/:flow_id", { params: { page_id, flow_id }, body });

  async function restore(flows: readonly Named[]): Promise<void> {
    const call = () => inTurn(flows, ({ id: flow_id }) => api(restoreRoute, { params: { page_id, flow_id } }));
    if (!(await change({ call }))) return;
    const name = onlyName(flows);
    showToast({
      message: name === undefined ? t("done.restoredMany", { count: flows.length }) : t("done.restored", { name }),
    });
  }

  async function trash(flows: readonly Flow[]): Promise<void> {
    const done = await change({
      preview: (tree) => withoutFlows(tree, new Set(flows.map(({ id }) => id))),
      call: () => inTurn(flows, ({ id: flow_id }) => api(trashRoute, { params: { page_id, flow_id } })),
    });
    if (!done) return;
    const name = onlyName(flows);
    const message =
      name === undefined ? t("done.flowsTrashed", { count: flows.length }) : t("done.flowTrashed", { name });
    showToast({ message, undo: () => void restore(flows) });
  }

  /** Without a place they go to the end, in their order. */
  function move(ids: readonly number[], { folderId, place }: Target): Promise<boolean> {
    const others = index().flowsIn(folderId);
    const first = place ?? others.filter(({ id }) => !ids.includes(id)).length;
    return change({
      preview: (tree) => moveFlows(tree, ids, { folderId, place: first }),
      call: () => inTurn([...ids.entries()], ([at, id]) => patch(id, { folder_id: folderId, place: first + at })),
    });
  }

  return {
    restore,
    trash,
    moveFlows: move,
    moveFlow: (id: number, target: Target) => move([id], target),
    renameFlow: ({ id }: Flow, name: string) =>
      change({ preview: (tree) => renameFlow(tree, id, name), call: () => patch(id, { name }) }),
    async switchFlow({ id, name }: Flow, is_on: boolean): Promise<void> {
      const params = { page_id, flow_id: id };
      const done = await change({
        preview: (tree) => switchFlow(tree, id, is_on),
        call: () => api("PUT /pages/:page_id/flows/:flow_id/switch", { params, body: { is_on } }),
      });
      if (done) showToast({ message: t(is_on ? "done.switchedOn" : "done.switchedOff", { name }) });
    },
    duplicateFlow: (flow_id: number) =>
      change({
        call: async () => {
          const copy = await api("POST /pages/:page_id/flows/:flow_id/duplicate", { params: { page_id, flow_id } });
          showToast({ message: t("done.duplicated", { name: copy.name }) });
        },
      }),
  };
}

type Named = { id: number; name: string };

const restoreRoute = "POST /pages/:page_id/flows/:flow_id/restore";
const trashRoute = "DELETE /pages/:page_id/flows/:flow_id";

async function inTurn<Item>(items: readonly Item[], call: (item: Item) => Promise<unknown>): Promise<void> {
  for (const item of items) await call(item);
}

const onlyName = (flows: readonly Named[]) => (flows.length === 1 ? flows[0]?.name : undefined);
