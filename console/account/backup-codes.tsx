import { Alert, Button, Code, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../ui/copy-button.tsx";

/** Shown only once: the server stores them encrypted. */
export function BackupCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation("account");
  return (
    <Alert variant="outline" icon={<IconKey size={18} />} title={t("backup.title")}>
      <Stack>
        <Text size="sm">{t("backup.help")}</Text>
        <SimpleGrid cols={2} spacing="xs" maw={320}>
          {codes.map((code) => (
            <Code key={code}>{code}</Code>
          ))}
        </SimpleGrid>
        <Group>
          <CopyButton value={codes.join("\n")} label={t("backup.copy")} />
          <Button onClick={onDone}>{t("backup.done")}</Button>
        </Group>
      </Stack>
    </Alert>
  );
}
