import { ActionIcon, Box, Text } from "@mantine/core";
import { IconGripVertical } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ago, isNow } from "../ui/ago.ts";

/** A name and, for search results, its folder. */
export function Named({ path, children }: { path: string | undefined; children: ReactNode }) {
  return (
    <Box flex={1} miw={0}>
      {children}
      {path && (
        <Text size="xs" c="dimmed" truncate>
          {path}
        </Text>
      )}
    </Box>
  );
}

/** The grip that a row is dragged by. */
export function Handle({
  refer,
  name,
  props,
}: {
  refer: (element: HTMLElement | null) => void;
  name: string;
  props: object;
}) {
  const { t } = useTranslation("flows");
  return (
    <ActionIcon
      ref={refer}
      variant="subtle"
      color="gray"
      size="sm"
      data-drag-handle
      {...props}
      aria-label={t("row.drag", { name })}
    >
      <IconGripVertical size={16} aria-hidden />
    </ActionIcon>
  );
}

/** When a flow was last changed. */
export function Updated({ at }: { at: string }) {
  const { t, i18n } = useTranslation("flows");
  return (
    <Text size="xs" c="dimmed" visibleFrom="md" style={{ whiteSpace: "nowrap" }}>
      {isNow(at) ? t("updatedNow") : t("updated", { when: ago(at, i18n.language) })}
    </Text>
  );
}
