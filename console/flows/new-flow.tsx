import { freeName, TreeName } from "@banter/core/model/names.ts";
import { Alert, Modal, Radio, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { useHasModel } from "../frame/help/model/use-has-model.ts";
import { usePage } from "../frame/use-page.ts";
import { treeQuery } from "../queries.ts";
import { ChoiceCard } from "../ui/choice-card.tsx";
import { DialogButtons } from "../ui/dialog-buttons.tsx";
import { errorText } from "../ui/error-text.ts";
import { TextLink } from "../ui/links.tsx";
import { draftOf, type TemplateName, type TemplateText, templateNames } from "./templates.ts";
import type { FolderId, Index } from "./tree.ts";

type Props = { isOpen: boolean; folderId: FolderId; index: Index; onClose: () => void };

/** Asks for a name and a template, and opens the new flow in the builder. */
export function NewFlow({ isOpen, onClose, ...rest }: Props) {
  const { t } = useTranslation("flows");
  const { t: ui } = useTranslation("ui");
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t("create.title")}
      size="lg"
      closeButtonProps={{ "aria-label": ui("close") }}
    >
      <Form onClose={onClose} {...rest} />
    </Modal>
  );
}

function Form({ folderId, index, onClose }: Omit<Props, "isOpen">) {
  const { t } = useTranslation("flows");
  const { id: page_id, welcome_flow_id } = usePage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const taken = index.flowsIn(folderId).map(({ name }) => name);
  // A page needs one greeting: the next flow is rarely another.
  const hasWelcome = welcome_flow_id !== null || taken.includes(t("template.welcome.name"));
  const hasModel = useHasModel();
  const [template, setTemplate] = useState<TemplateName | "described">(hasWelcome ? "blank" : "welcome");
  const [typed, setTyped] = useState<string>();
  const suggestion =
    template === "blank" || template === "described" ? t("create.title") : t(`template.${template}.name`);
  const name = typed ?? freeName(suggestion, taken);
  const choices = hasModel ? [...templateNames, "described" as const] : templateNames;
  const isGood = TreeName.safeParse(name.trim()).success;

  const create = useMutation({
    meta: { showsFailure: true },
    mutationFn: () => {
      // The texts for customers contain {{variables}}, which are not placeholders of i18next.
      const words = (key: TemplateText) => t(`templateText.${key}`, { skipInterpolation: true });
      const draft = template === "described" ? undefined : draftOf(template, words);
      const body = { name: name.trim(), folder_id: folderId, ...(draft && { draft }) };
      return api("POST /pages/:page_id/flows", { params: { page_id }, body });
    },
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: treeQuery(page_id).queryKey });
      onClose();
      const search = template === "described" ? { describe: true as const } : {};
      return navigate({ to: "/pages/$pageId/flows/$flowId", params: { pageId: page_id, flowId: String(id) }, search });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isGood) create.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t("create.name")}
          description={t("create.where", { folder: index.folder(folderId)?.name ?? t("top") })}
          value={name}
          data-autofocus
          error={isGood || name === "" ? undefined : t("nameFault")}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Radio.Group
          label={t("create.start")}
          value={template}
          onChange={(value) => setTemplate(choices.find((one) => one === value) ?? "blank")}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt={6}>
            {choices.map((one) => (
              <ChoiceCard key={one} value={one} title={t(`template.${one}.name`)} help={t(`template.${one}.help`)} />
            ))}
          </SimpleGrid>
        </Radio.Group>
        <Text size="sm">
          {t("create.more")}{" "}
          <TextLink to="/pages/$pageId/templates" params={{ pageId: page_id }} inherit underline="always">
            {t("create.toTemplates")}
          </TextLink>
        </Text>
        {create.error && (
          <Alert color="red" role="alert">
            {errorText(create.error)}
          </Alert>
        )}
        <DialogButtons
          onCancel={onClose}
          submit={t("create.submit")}
          isPending={create.isPending}
          isDisabled={!isGood}
        />
      </Stack>
    </form>
  );
}
