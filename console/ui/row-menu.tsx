import { ActionIcon, Menu } from "@mantine/core";
import { type Icon, IconDots, IconTrash } from "@tabler/icons-react";

export type MenuEntry = { label: string; icon: Icon; onClick: () => void };

type Props = {
  label: string;
  entries: readonly MenuEntry[];
  /** Shown in place of entries that are not available now. */
  note?: string | undefined;
  /** The last entry, which deletes the row. */
  remove: Omit<MenuEntry, "icon">;
};

/** The menu at the end of a row. */
export function RowMenu({ label, entries, note, remove }: Props) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map((entry) => (
          <Menu.Item key={entry.label} leftSection={<entry.icon size={16} aria-hidden />} onClick={entry.onClick}>
            {entry.label}
          </Menu.Item>
        ))}
        {note && <Menu.Label>{note}</Menu.Label>}
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={remove.onClick}>
          {remove.label}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
