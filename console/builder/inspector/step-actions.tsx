import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconCopy, IconFlag3, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useDuplicate } from "../actions/use-duplicate.ts";
import { useBuilder, useScene } from "../context.ts";

/** Actions of the selected step. */
export function StepActions({ id, isStart, isNote }: { id: string; isStart: boolean; isNote: boolean }) {
  const { t } = useTranslation("builder");
  const scene = useScene();
  const duplicate = useDuplicate();
  return (
    <Group gap="xs">
      {!isStart && !isNote && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFlag3 size={14} aria-hidden />}
          onClick={() => scene.builder.setStart(id)}
        >
          {t("inspector.makeStart")}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCopy size={14} aria-hidden />}
        onClick={() => duplicate([id])}
      >
        {t("inspector.duplicate")}
      </Button>
      <Button
        size="xs"
        variant="default"
        c="red"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => scene.builder.remove([id])}
      >
        {t("inspector.delete")}
      </Button>
    </Group>
  );
}

/** Actions of several selected steps. */
export function Several({ count }: { count: number }) {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  const duplicate = useDuplicate();
  const selection = useBuilder((state) => state.selection);
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        {t("inspector.several", { count })}
      </Title>
      <Text size="sm" c="dimmed">
        {t("inspector.severalHelp")}
      </Text>
      {builder.canEdit && (
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => duplicate(selection)}>
            {t("inspector.duplicate")}
          </Button>
          <Button size="xs" variant="default" c="red" onClick={() => builder.remove(selection)}>
            {t("inspector.delete")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
