import type { Thing } from "@banter/core/page-file/compare.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { showToast } from "../../ui/toast.tsx";

type Plan = ReplyOf<"POST /pages/:page_id/file/plan">;
export type Change = Plan["changes"][number];

/** `keepsName` and `keepsFlows`: the page keeps its name, and its flows beside those of the file. */
export type FileOptions = { prune: boolean; keepsName: boolean; keepsFlows: boolean };

/** A file on its way to a page. `read` gives its JSON when it is needed. */
export type Source = { read: () => Promise<unknown> };

/** Plans the changes of a file, and applies those that are not left out. */
export function usePageFile(page: { id: string; workspace_id: number }, onApplied: () => void) {
  const { t } = useTranslation("pageFile");
  const queryClient = useQueryClient();
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const params = { page_id: page.id };
  const bodyOf = async ({ read }: Source, options: FileOptions) => ({
    file: await read(),
    prune: options.prune,
    keep_name: options.keepsName,
    keep_flows: options.keepsFlows,
  });
  const plan = useMutation({
    mutationFn: async ({ source, options }: { source: Source; options: FileOptions }) =>
      api("POST /pages/:page_id/file/plan", { params, body: await bodyOf(source, options) }),
    meta: { showsFailure: true },
  });
  const apply = useMutation({
    mutationFn: async ({ source, options }: { source: Source; options: FileOptions }) => {
      const changes = plan.data?.changes ?? [];
      const unwanted = changes.filter((change) => leftOut.has(keyOf(change)));
      const leave_out = unwanted.map(({ what, name }) => ({ what, name }));
      const body = { ...(await bodyOf(source, options)), leave_out };
      const reply = await api("POST /pages/:page_id/file/apply", { params, body });
      return { ...reply, made: changes.length - unwanted.length };
    },
    onSuccess: async ({ made }) => {
      reset();
      onApplied();
      showToast({ message: t("applied", { count: made }) });
      await queryClient.invalidateQueries({ queryKey: ["page", page.id] });
      await queryClient.invalidateQueries({ queryKey: ["workspace", page.workspace_id, "pages"] });
    },
    meta: { showsFailure: true },
  });
  /** The plan must belong to the file that is applied, so any change of the input discards it. */
  function reset(): void {
    plan.reset();
    setLeftOut(new Set());
  }
  return {
    plan,
    apply,
    leftOut,
    setLeftOut,
    error: apply.error ?? plan.error,
    reset() {
      reset();
      apply.reset();
    },
  };
}

export type PageFileMutations = ReturnType<typeof usePageFile>;

/** A change of a plan, as a text. Two items of one name count as one. */
export const keyOf = ({ action, what, name }: Change): string => `${action} ${what} ${name}`;

/** Stored files are taken over by themselves: flows that stay away need none. */
export const canBeLeftOut = ({ what }: { what: Thing }): boolean => what !== "media";
