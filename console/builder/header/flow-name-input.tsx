import { TreeName } from "@banter/core/model/names.ts";
import { TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { treeQuery } from "../../queries.ts";
import { showToast } from "../../ui/toast.tsx";
import { useScene } from "../context.ts";

/** Renames the flow. Enter or leaving the field keeps the new name, Escape the old one. */
export function FlowNameInput({ name, onRenamed }: { name: string; onRenamed: (name: string) => void }) {
  const { t } = useTranslation("builder");
  const { builder, page, flowId } = useScene();
  const queries = useQueryClient();
  const [text, setText] = useState(name);
  const rename = useMutation({
    mutationFn: (wanted: string) =>
      api("PATCH /pages/:page_id/flows/:flow_id", {
        params: { page_id: page.id, flow_id: flowId },
        body: { name: wanted },
      }),
    onSuccess: ({ name: given }) => {
      onRenamed(given);
      setText(given);
      void queries.invalidateQueries({ queryKey: treeQuery(page.id).queryKey });
    },
    onError: () => setText(name),
  });
  const commit = () => {
    const wanted = text.trim();
    if (wanted === name) return setText(name);
    if (TreeName.safeParse(wanted).success) return rename.mutate(wanted);
    showToast({ kind: "failure", message: t("header.badName") });
    setText(name);
  };
  return (
    <TextInput
      className="flow-name"
      aria-label={t("header.name")}
      variant="unstyled"
      value={text}
      maxLength={200}
      readOnly={!builder.canEdit}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={commit}
      onKeyDown={({ key, currentTarget }) => {
        if (key === "Enter") currentTarget.blur();
        if (key === "Escape") setText(name);
      }}
    />
  );
}
