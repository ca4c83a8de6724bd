import { ActionIcon, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import type { Content } from "./outbox.ts";

type Props = { onClose: () => void; onSend: (content: Content) => void };

const language = /^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*$/;
const maxValues = 20;

/** A template whose list the platform does not give: its name, its language, and a value for each place. */
export function TypedTemplate({ onClose, onSend }: Props) {
  const { t, i18n } = useTranslation("conversations");
  const [name, setName] = useState("");
  const [code, setCode] = useState(i18n.language);
  const [values, setValues] = useState<string[]>([]);
  const isReady = name.trim() !== "" && language.test(code) && values.every((value) => value.trim() !== "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    onSend({ messages: [templateOf(name.trim(), code, values)] });
    onClose();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t("template.help")}
        </Text>
        <TextInput
          label={t("template.name")}
          required
          maxLength={512}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t("template.language")}
          required
          error={code && !language.test(code) ? t("template.languageFault") : undefined}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        {values.map((value, index) => (
          <Group
            // biome-ignore lint/suspicious/noArrayIndexKey: values have no other name than their place
            key={index}
            align="flex-end"
            wrap="nowrap"
          >
            <TextInput
              flex={1}
              label={t("template.value", { place: `{{${index + 1}}}` })}
              maxLength={2000}
              value={value}
              onChange={(event) => setValues(values.with(index, event.currentTarget.value))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t("template.removeValue", { place: index + 1 })}
              onClick={() => setValues(values.filter((_, at) => at !== index))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={values.length >= maxValues}
            onClick={() => setValues([...values, ""])}
          >
            {t("template.addValue")}
          </Button>
        </Group>
        <DialogButtons onCancel={onClose} submit={t("composer.send")} isPending={false} isDisabled={!isReady} />
      </Stack>
    </form>
  );
}

function templateOf(template_id: string, code: string, values: readonly string[]): Content["messages"][number] {
  const params = values.map((value, index) => ({ key: `{{${index + 1}}}`, value }));
  return {
    type: "whatsapp_message_template",
    template_id,
    language: code,
    components: params.length > 0 ? [{ type: "BODY", params }] : [],
  };
}
