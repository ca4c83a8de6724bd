import { ActionIcon, Badge, Box, Text } from "@mantine/core";
import { IconGripVertical } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import { ago, dateTime, isNow } from "../ui/ago.ts";
import type { Flow } from "./tree.ts";

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

/** The state of a flow: off, waiting for its time, a draft, or live. */
export function FlowState({ flow: { published_version, has_changes, is_on, publish_at } }: { flow: Flow }) {
  const { t, i18n } = useTranslation("flows");
  const { timezone } = usePage();
  if (!is_on && published_version !== null) return <StateBadge color="red" text={t("state.off")} />;
  if (publish_at !== null) {
    const when = dateTime(publish_at, { language: i18n.language, timezone });
    return <StateBadge color="blue" text={t("state.scheduled", { when })} />;
  }
  if (published_version === null) return <StateBadge color="gray" text={t("state.draft")} />;
  return has_changes ? (
    <StateBadge color="orange" text={t("state.changed")} />
  ) : (
    <StateBadge color="teal" text={t("state.published")} />
  );
}

/** The text matters: the coloured dot alone says nothing to colour-blind people. */
function StateBadge({ color, text }: { color: string; text: string }) {
  return (
    <Badge variant="dot" color={color} tt="none" fw={500} className="flow-state" title={text}>
      {text}
    </Badge>
  );
}
