import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

/** Removes an item of a list. */
export function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  const { t } = useTranslation("builder");
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t("inspector.remove", { name })}
      title={t("inspector.remove", { name })}
      onClick={onClick}
    >
      <IconX size={16} aria-hidden />
    </ActionIcon>
  );
}
