import type { StepTypeName } from "@banter/core/flow/steps/index.ts";
import { Button, Paper, Text, Title } from "@mantine/core";
import { IconMessage } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useScene } from "./context.ts";

/** Shown on an empty canvas, with one action to begin. */
export function EmptyCanvas({ onAdd }: { onAdd: (type: StepTypeName) => void }) {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  return (
    <Paper className="empty-canvas" p="lg" withBorder shadow="sm">
      <Title order={2} size="h4">
        {t("empty.title")}
      </Title>
      <Text size="sm" c="dimmed" my="sm">
        {t(builder.canEdit ? "empty.help" : "empty.viewer")}
      </Text>
      {builder.canEdit && (
        <Button leftSection={<IconMessage size={16} aria-hidden />} onClick={() => onAdd("message")}>
          {t("empty.action")}
        </Button>
      )}
    </Paper>
  );
}
