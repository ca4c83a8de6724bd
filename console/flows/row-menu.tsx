import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconFolderShare,
  IconPencil,
  IconPower,
  IconShare2,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { type MenuEntry, RowMenu } from "../ui/row-menu.tsx";

type Props = {
  name: string;
  onRename: () => void;
  onDuplicate: () => void;
  onMove: () => void;
  /** Undefined for the first or the last row, and in lists without an order. */
  onUp?: (() => void) | undefined;
  onDown?: (() => void) | undefined;
  /** Undefined for folders. */
  onTransfer?: (() => void) | undefined;
  /** For flows that can be switched off and on. */
  onSwitch?: (() => void) | undefined;
  isOn?: boolean;
  onDelete: () => void;
};

/** The menu of a flow or a folder. */
export function TreeRowMenu({ name, onRename, onDuplicate, onMove, onUp, onDown, onDelete, ...rest }: Props) {
  const { onTransfer, onSwitch, isOn } = rest;
  const { t } = useTranslation("flows");
  const entries: MenuEntry[] = [
    { label: t("row.rename"), icon: IconPencil, onClick: onRename },
    { label: t("row.duplicate"), icon: IconCopy, onClick: onDuplicate },
    { label: t("row.move"), icon: IconFolderShare, onClick: onMove },
    ...(onTransfer ? [{ label: t("row.transfer"), icon: IconShare2, onClick: onTransfer }] : []),
    ...(onSwitch ? [{ label: t(isOn ? "row.off" : "row.on"), icon: IconPower, onClick: onSwitch }] : []),
    ...(onUp ? [{ label: t("row.up"), icon: IconArrowUp, onClick: onUp }] : []),
    ...(onDown ? [{ label: t("row.down"), icon: IconArrowDown, onClick: onDown }] : []),
  ];
  return (
    <RowMenu label={t("row.menu", { name })} entries={entries} remove={{ label: t("row.delete"), onClick: onDelete }} />
  );
}
