import type { StepTypeName } from "@banter/core/flow/steps/index.ts";
import { Button, Group, Paper, Text, Title } from "@mantine/core";
import { IconMessage, IconSparkles } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useHasModel } from "../frame/help/model/use-has-model.ts";
import { useScene } from "./context.ts";

/** Shown on an empty canvas, with one action to begin. */
export function EmptyCanvas({ onAdd }: { onAdd: (type: StepTypeName) => void }) {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  const hasModel = useHasModel();
  return (
    <Paper className="empty-canvas" p="lg" withBorder shadow="sm">
      <Title order={2} size="h4">
        {t("empty.title")}
      </Title>
      <Text size="sm" c="dimmed" my="sm">
        {t(builder.canEdit ? "empty.help" : "empty.viewer")}
      </Text>
      {builder.canEdit && (
        <Group gap="xs">
          <Button leftSection={<IconMessage size={16} aria-hidden />} onClick={() => onAdd("message")}>
            {t("empty.action")}
          </Button>
          {hasModel && (
            <Button
              variant="default"
              leftSection={<IconSparkles size={16} aria-hidden />}
              onClick={() => builder.set({ panel: "assistant" })}
            >
              {t("empty.describe")}
            </Button>
          )}
        </Group>
      )}
    </Paper>
  );
}
