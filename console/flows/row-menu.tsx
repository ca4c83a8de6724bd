import { ActionIcon, Menu } from "@mantine/core";
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconDots,
  IconFolderShare,
  IconPencil,
  IconTrash,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

type Props = {
  name: string;
  onRename: () => void;
  onDuplicate: () => void;
  onMove: () => void;
  /** Undefined for the first or the last row, and in lists without an order. */
  onUp?: (() => void) | undefined;
  onDown?: (() => void) | undefined;
  onDelete: () => void;
};

/** The menu of a flow or a folder. */
export function RowMenu({ name, onRename, onDuplicate, onMove, onUp, onDown, onDelete }: Props) {
  const { t } = useTranslation("flows");
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t("row.menu", { name })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onRename}>
          {t("row.rename")}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={onDuplicate}>
          {t("row.duplicate")}
        </Menu.Item>
        <Menu.Item leftSection={<IconFolderShare size={16} aria-hidden />} onClick={onMove}>
          {t("row.move")}
        </Menu.Item>
        {onUp && (
          <Menu.Item leftSection={<IconArrowUp size={16} aria-hidden />} onClick={onUp}>
            {t("row.up")}
          </Menu.Item>
        )}
        {onDown && (
          <Menu.Item leftSection={<IconArrowDown size={16} aria-hidden />} onClick={onDown}>
            {t("row.down")}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
          {t("row.delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
