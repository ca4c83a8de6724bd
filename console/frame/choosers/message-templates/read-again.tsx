import { Button, Group, Text } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ago } from "../../../ui/ago.ts";

type Props = { reading: { isPending: boolean; mutate: () => void }; readAt: string | null; mayRead: boolean };

/** When the list was read from the platform, and the button that reads it again. */
export function ReadAgain({ reading, readAt, mayRead }: Props) {
  const { t, i18n } = useTranslation("messageTemplates");
  return (
    <Group gap="xs" justify="space-between">
      <Text size="xs" c="dimmed" role="status">
        {reading.isPending ? t("reading") : readAt ? t("readAt", { ago: ago(readAt, i18n.language) }) : ""}
      </Text>
      {mayRead && (
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
  );
}
