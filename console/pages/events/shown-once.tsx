import { Alert, Stack, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { CodeBlock } from "../../ui/code-block.tsx";

/** A secret or an address that was just made, which nobody can read again. */
export function ShownOnce({ title, text, what }: { title: string; text: string; what: string }) {
  const { t } = useTranslation("ui");
  return (
    <Alert role="status" variant="outline" icon={<IconKey size={18} />} title={title}>
      <Stack gap="xs">
        <Text size="sm">{t("shownOnce")}</Text>
        <CodeBlock text={text} what={what} />
      </Stack>
    </Alert>
  );
}
