import { TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import type { Workspace } from "../frame/use-workspace.ts";
import { meQuery } from "../queries.ts";
import { faultAt } from "../ui/error-text.ts";
import { FormSection } from "../ui/form-section.tsx";
import { showToast } from "../ui/toast.tsx";

/** Renames the workspace. */
export function WorkspaceName({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation("team");
  const queryClient = useQueryClient();
  const [name, setName] = useState(workspace.name);
  const save = useMutation({
    mutationFn: () =>
      api("PATCH /workspaces/:workspace_id", {
        params: { workspace_id: workspace.id },
        body: { name: name.trim() },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(meQuery);
      showToast({ message: t("ui:saved") });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <FormSection
      title={t("workspace.title")}
      onSubmit={submit}
      submit={t("ui:save")}
      isPending={save.isPending}
      isDisabled={!name.trim() || name.trim() === workspace.name}
      isOneLine
    >
      <TextInput
        flex="1 1 220px"
        label={t("workspace.name")}
        required
        maxLength={200}
        value={name}
        error={faultAt(save.error, "/name")}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormSection>
  );
}
