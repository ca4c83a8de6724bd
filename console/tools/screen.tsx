import { Button, Skeleton } from "@mantine/core";
import { IconPlus, IconQrcode } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { HashTarget } from "../frame/navigation/hash-target.tsx";
import { useMay, usePage } from "../frame/use-page.ts";
import { confirm } from "../ui/confirm.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Failure } from "../ui/failure.tsx";
import { ScreenFrame } from "../ui/screen.tsx";
import { SortableList } from "../ui/sorting/sortable-list.tsx";
import { showToast } from "../ui/toast.tsx";
import "./add-words.ts";
import { hasRef, type Tool, toolsQuery } from "./tool.ts";
import { ToolCard } from "./tool-card.tsx";
import { ToolForm } from "./tool-form.tsx";

/** Growth tools: links, QR codes, ads and the widget, each with its output. */
export function Screen() {
  const { t } = useTranslation("tools");
  const mayBuild = useMay("build");
  const { data: tools, error, refetch } = useQuery(toolsQuery(usePage().id));
  const [editing, setEditing] = useState<Tool | "new">();
  const { publish, order, remove } = useToolMutations();

  const ask = async (tool: Tool) => {
    const { name } = tool;
    const question = {
      title: t("delete.title", { name }),
      body: t(hasRef(tool) ? "delete.text" : "delete.waiting"),
      action: t("delete.submit"),
    };
    if (await confirm(question)) remove.mutate(tool);
  };
  const add = (
    <HashTarget id="new-tool">
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing("new")}>
        {t("new")}
      </Button>
    </HashTarget>
  );
  return (
    <ScreenFrame
      title={t("title")}
      help={mayBuild ? t("help") : t("readOnly")}
      actions={mayBuild && tools && tools.length > 0 && add}
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!tools && !error && <Skeleton h={240} />}
      {tools?.length === 0 && (
        <EmptyState icon={IconQrcode} title={t("empty.title")} help={t("empty.help")} action={mayBuild && add} />
      )}
      {tools && (
        <SortableList
          items={tools}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          onReorder={(next) => order.mutate(next)}
          disabled={!mayBuild}
          render={(tool, handle) => (
            <ToolCard
              key={tool.id}
              tool={tool}
              handle={handle}
              onEdit={() => setEditing(tool)}
              onDelete={() => void ask(tool)}
              onPublish={(is_published) => publish.mutate({ ...tool, is_published })}
            />
          )}
        />
      )}
      <ToolForm editing={editing} tools={tools ?? []} onClose={() => setEditing(undefined)} />
    </ScreenFrame>
  );
}

/** Changes are shown at once, and taken back if the server refuses. */
function useToolMutations() {
  const { t } = useTranslation("tools");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const { queryKey } = toolsQuery(page_id);
  const show = async (change: (tools: Tool[]) => Tool[]) => {
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (tools) => tools && change(tools));
  };
  const onSettled = () => client.invalidateQueries({ queryKey });
  return {
    publish: useMutation({
      mutationFn: ({ id, is_published }: Tool) =>
        api("PATCH /pages/:page_id/tools/:tool_id", { params: { page_id, tool_id: id }, body: { is_published } }),
      onMutate: (tool) => show((tools) => tools.map((one) => (one.id === tool.id ? tool : one))),
      onSettled,
    }),
    order: useMutation({
      mutationFn: (tools: Tool[]) =>
        api("PUT /pages/:page_id/tools/order", { params: { page_id }, body: { ids: tools.map(({ id }) => id) } }),
      onMutate: (tools) => show(() => tools),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: ({ id }: Tool) => api("DELETE /pages/:page_id/tools/:tool_id", { params: { page_id, tool_id: id } }),
      onSuccess: (_done, { name }) => showToast({ message: t("done.deleted", { name }) }),
      onSettled,
    }),
  };
}
