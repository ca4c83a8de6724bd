import { ActionIcon, Group } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

type Props = { items: readonly unknown[]; index: number; name: string; onChange: (items: unknown[]) => void };

/** Moves an item of a list up or down, or removes it. */
export function ItemTools({ items, index, name, onChange }: Props) {
  const { t } = useTranslation("builder");
  const swap = (other: number) => {
    const next = [...items];
    [next[index], next[other]] = [next[other], next[index]];
    onChange(next);
  };
  return (
    <Group gap={0} wrap="nowrap">
      {items.length > 1 && (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={index === 0}
            aria-label={t("inspector.up", { name })}
            onClick={() => swap(index - 1)}
          >
            <IconChevronUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={index === items.length - 1}
            aria-label={t("inspector.down", { name })}
            onClick={() => swap(index + 1)}
          >
            <IconChevronDown size={16} aria-hidden />
          </ActionIcon>
        </>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t("inspector.remove", { name })}
        onClick={() => onChange(items.filter((_, at) => at !== index))}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
