import { ActionIcon, Group, Paper, Switch, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useMay } from "../../frame/use-page.ts";

type Props = {
  /** A link with the name. */
  title: ReactNode;
  text: string;
  /** Badges and numbers. */
  more?: ReactNode;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  switchLabel: string;
  onDelete: () => void;
  deleteLabel: string;
};

/** A sequence or a rule in its list. */
export function ItemCard({ title, text, more, isOn, onSwitch, switchLabel, onDelete, deleteLabel }: Props) {
  const mayBuild = useMay("build");
  return (
    <Paper withBorder p="md" component="li" style={{ listStyle: "none" }}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <div style={{ flex: 1, minWidth: 0 }}>
          {title}
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {text}
          </Text>
          {more && (
            <Group gap="xs" mt={6}>
              {more}
            </Group>
          )}
        </div>
        <Switch
          aria-label={switchLabel}
          checked={isOn}
          disabled={!mayBuild}
          onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
          mt={2}
        />
        {mayBuild && (
          <ActionIcon variant="subtle" color="gray" aria-label={deleteLabel} onClick={onDelete}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    </Paper>
  );
}
