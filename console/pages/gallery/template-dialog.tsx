import type { TemplateLanguage, TemplateName } from "@banter/core/api/template-choice.ts";
import { Modal, SegmentedControl, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Failure } from "../../ui/failure.tsx";
import { languages } from "../../words.ts";
import { type Template, templatesQuery } from "./queries.ts";
import { useTemplateLanguage } from "./use-template-language.ts";

/** The props of a form inside the dialog. */
export type ChosenTemplate = { template: Template; language: TemplateLanguage; onClose: () => void };

type Props = { name: TemplateName | undefined; onClose: () => void; children: (chosen: ChosenTemplate) => ReactNode };

/** A template, in the language that the bot is to speak, with the form that uses it. */
export function TemplateDialog({ name, onClose, children }: Props) {
  const { t } = useTranslation("gallery");
  const { data } = useQuery(templatesQuery(useTemplateLanguage()));
  return (
    <Modal
      opened={name !== undefined}
      onClose={onClose}
      title={data?.find((one) => one.name === name)?.title ?? t("dialog")}
      size={920}
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      {name && (
        <Content name={name} onClose={onClose}>
          {children}
        </Content>
      )}
    </Modal>
  );
}

function Content({ name, onClose, children }: Props & { name: TemplateName }) {
  const { t } = useTranslation("gallery");
  const [language, setLanguage] = useState<TemplateLanguage>(useTemplateLanguage());
  const { data, error, refetch } = useQuery(templatesQuery(language));
  const template = data?.find((one) => one.name === name);
  return (
    <Stack>
      <Text>{t(`summary.${name}`)}</Text>
      <div>
        <Text component="span" size="sm" fw={600} id="gallery-language" mr="sm">
          {t("language")}
        </Text>
        <SegmentedControl
          size="xs"
          aria-labelledby="gallery-language"
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          value={language}
          onChange={(value) => setLanguage(value as TemplateLanguage)}
        />
      </div>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!template && !error && <Skeleton h={320} />}
      {template && children({ template, language, onClose })}
    </Stack>
  );
}
