import { ownChannel } from "@banter/core/channels/index.ts";
import { Alert, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { pageQuery, pagesQuery } from "../../queries.ts";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { errorText, faultAt } from "../../ui/error-text.ts";
import { showToast } from "../../ui/toast.tsx";
import { Contents } from "./contents.tsx";
import { Preview } from "./preview.tsx";
import type { ChosenTemplate } from "./template-dialog.tsx";

/** Makes a web chat page with the template's set-up: published, with its greeting, ready to try. */
export function NewPage({ template, language, onClose, workspaceId }: ChosenTemplate & { workspaceId: number }) {
  const { t } = useTranslation("gallery");
  const navigate = useNavigate();
  const client = useQueryClient();
  const [typed, setTyped] = useState<string>();
  const name = typed ?? template.title;
  const create = useMutation({
    mutationFn: () => {
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const choice = { name: template.name, language };
      const body = { channel: ownChannel, name: name.trim(), timezone, template: choice } as const;
      return api("POST /workspaces/:workspace_id/pages", { params: { workspace_id: workspaceId }, body });
    },
    onSuccess: async (page) => {
      client.setQueryData(pageQuery(page.id).queryKey, page);
      await client.invalidateQueries(pagesQuery(workspaceId));
      showToast({ message: t("new.done", { name: page.name }) });
      await navigate({ to: "/pages/$pageId", params: { pageId: page.id } });
    },
    meta: { showsFailure: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t("new.name")}
          description={t("new.nameHelp")}
          required
          maxLength={200}
          data-autofocus
          value={name}
          error={faultAt(create.error, "/name")}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
          <Preview template={template} pageName={name} />
          <Contents template={template} />
        </SimpleGrid>
        {create.error && (
          <Alert color="red" role="alert">
            {errorText(create.error)}
          </Alert>
        )}
        <DialogButtons onCancel={onClose} submit={t("new.action")} isPending={create.isPending} />
      </Stack>
    </form>
  );
}
