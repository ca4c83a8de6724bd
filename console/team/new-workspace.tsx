import { Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { forgetPage } from "../frame/last-page.ts";
import { useChosenWorkspace, useMe } from "../frame/use-workspace.ts";
import { meQuery } from "../queries.ts";
import { faultAt } from "../ui/error-text.ts";
import { FormSection } from "../ui/form-section.tsx";
import { ScreenFrame } from "../ui/screen.tsx";
import { showToast } from "../ui/toast.tsx";
import { addWords } from "../words.ts";
import * as words from "./words.ts";

addWords("team", words);

/** Makes another workspace and switches to it. */
export function Screen() {
  const { t } = useTranslation("team");
  const mayCreate = useMe().workspaces.some(({ role }) => role === "owner");
  return (
    <ScreenFrame title={t("newWorkspace.title")} help={t("newWorkspace.help")} isForm>
      {mayCreate ? <CreateForm /> : <Text>{t("newWorkspace.forOwners")}</Text>}
    </ScreenFrame>
  );
}

function CreateForm() {
  const { t } = useTranslation("team");
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [, chooseWorkspace] = useChosenWorkspace();
  const [given, setGiven] = useState("");
  const name = given.trim();
  const create = useMutation({
    mutationFn: () => api("POST /workspaces", { body: { name } }),
    onSuccess: async ({ workspace_id }) => {
      await queryClient.invalidateQueries(meQuery);
      chooseWorkspace(workspace_id);
      forgetPage();
      await navigate({ to: "/pages" });
      showToast({ message: t("newWorkspace.done", { name }) });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <FormSection
      title={t("workspace.title")}
      onSubmit={submit}
      submit={t("newWorkspace.action")}
      isPending={create.isPending}
      isDisabled={!name}
    >
      <TextInput
        label={t("newWorkspace.name")}
        required
        autoFocus
        maxLength={200}
        value={given}
        error={faultAt(create.error, "/name")}
        onChange={(event) => setGiven(event.currentTarget.value)}
      />
    </FormSection>
  );
}
