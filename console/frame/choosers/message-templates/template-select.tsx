import "./add-words.ts";
import { canBeSent, type MessageTemplate } from "@banter/core/model/content/message-template.ts";
import { Alert, Button, Group, Select, Stack, Text } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { ago } from "../../../ui/ago.ts";
import { errorText } from "../../../ui/error-text.ts";
import type { useTemplates } from "./use-templates.ts";

type Props = {
  templates: ReturnType<typeof useTemplates>;
  chosen: MessageTemplate | undefined;
  onChoose: (template: MessageTemplate) => void;
  isReadOnly?: boolean;
};

/** All templates of the account. Those that cannot be sent are listed with the reason, and cannot be chosen. */
export function TemplateSelect({ templates: { data, reading, mayRead }, chosen, onChoose, isReadOnly = false }: Props) {
  const { t, i18n } = useTranslation("messageTemplates");
  const templates = data?.templates ?? [];
  const options = templates.map((template) => ({
    value: keyOf(template),
    label: `${template.name} · ${template.language}${canBeSent(template) ? "" : ` · ${statusText(template, t)}`}`,
    disabled: !canBeSent(template),
  }));
  return (
    <Stack gap={4}>
      <Select
        label={t("choose")}
        placeholder={t("placeholder")}
        searchable
        nothingFoundMessage={t("none")}
        data={options}
        value={chosen ? keyOf(chosen) : null}
        readOnly={isReadOnly}
        allowDeselect={false}
        data-autofocus
        onChange={(key) => {
          const next = templates.find((each) => keyOf(each) === key);
          if (next) onChoose(next);
        }}
      />
      {data && templates.length === 0 && data.read_at && (
        <Text size="sm" c="dimmed">
          {t("empty")}
        </Text>
      )}
      {reading.error && (
        <Alert color="red" variant="light" role="alert">
          {t("readFailed", { reason: errorText(reading.error) })}
        </Alert>
      )}
      <Group gap="xs" justify="space-between">
        <Text size="xs" c="dimmed" role="status">
          {reading.isPending
            ? t("reading")
            : data?.read_at
              ? t("readAt", { ago: ago(data.read_at, i18n.language) })
              : ""}
        </Text>
        {mayRead && !isReadOnly && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconRefresh size={14} aria-hidden />}
            loading={reading.isPending}
            onClick={() => reading.mutate()}
          >
            {t("read")}
          </Button>
        )}
      </Group>
      {chosen && <Trouble template={chosen} />}
    </Stack>
  );
}

/** Why the template cannot be sent, or may soon not be. */
function Trouble({ template }: { template: MessageTemplate }) {
  const { t } = useTranslation("messageTemplates");
  const { reason, quality } = template;
  if (!canBeSent(template)) {
    const status = statusText(template, t);
    return (
      <Alert color="red" variant="light">
        {reason ? t("stoppedWhy", { status, reason }) : t("stopped", { status })}
      </Alert>
    );
  }
  if (quality !== "RED") return null;
  return (
    <Alert color="orange" variant="light">
      {t("low")}
    </Alert>
  );
}

const keyOf = ({ name, language }: Pick<MessageTemplate, "name" | "language">) => `${name} ${language}`;

function statusText({ status }: MessageTemplate, t: TFunction): string {
  return t(`status.${status}`, { defaultValue: t("status.other") });
}
