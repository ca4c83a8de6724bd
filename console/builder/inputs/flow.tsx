import { freeName, TreeName } from "@banter/core/model/names.ts";
import { Group } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { FlowSelect } from "../../frame/flow-select.tsx";
import { treeQuery } from "../../queries.ts";
import { IconLink } from "../../ui/links.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useScene } from "../context.ts";
import { useFault } from "../inspector/context.ts";
import type { InputProps } from "./input-props.ts";

/** One of the page's flows, with a link that opens it. A new one can be made from here. */
export function FlowInput({ label, path, value, onChange, isReadOnly }: InputProps) {
  const { t } = useTranslation("builder");
  const { page, names } = useScene();
  const fault = useFault(path);
  const id = typeof value === "number" ? value : null;
  const creation = useNewFlow(onChange);
  return (
    <Group gap={4} align="flex-end" wrap="nowrap">
      <FlowSelect
        label={label}
        error={fault}
        value={id}
        onChange={onChange}
        readOnly={isReadOnly}
        flex={1}
        creation={creation}
      />
      {id !== null && names.flow.has(id) && (
        <IconLink
          to="/pages/$pageId/flows/$flowId"
          params={{ pageId: page.id, flowId: String(id) }}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t("inputs.openFlow", { name: names.flow.get(id) })}
        >
          <IconExternalLink size={16} aria-hidden />
        </IconLink>
      )}
    </Group>
  );
}

/** Makes an empty flow in the folder of the one that is edited. Its name is what was searched for. */
function useNewFlow(then: (flowId: number) => void) {
  const { t } = useTranslation("builder");
  const { page, flowId } = useScene();
  const queries = useQueryClient();
  const { data: tree } = useQuery(treeQuery(page.id));
  const folderId = tree?.flows.find(({ id }) => id === flowId)?.folder_id ?? null;
  const taken = (tree?.flows ?? []).filter((flow) => flow.folder_id === folderId).map(({ name }) => name);
  const nameOf = (search: string) => freeName(search || t("newFlow.name"), taken);
  const { mutate } = useMutation({
    mutationFn: (name: string) =>
      api("POST /pages/:page_id/flows", { params: { page_id: page.id }, body: { name, folder_id: folderId } }),
    onSuccess: async ({ id, name }) => {
      await queries.invalidateQueries({ queryKey: treeQuery(page.id).queryKey });
      then(id);
      showToast({ message: t("newFlow.made", { name }) });
    },
  });
  return {
    labelOf: (search: string) => {
      const name = nameOf(search);
      return TreeName.safeParse(name).success ? t("newFlow.offer", { name }) : undefined;
    },
    create: (search: string) => mutate(nameOf(search)),
  };
}
