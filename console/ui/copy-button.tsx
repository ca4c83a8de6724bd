import { ActionIcon, Button, CopyButton as MantineCopy, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

/** Copies `value`. With `label` a button; else an icon, named after `what` it copies. */
export function CopyButton({ value, label, what }: { value: string; label?: string; what?: string }) {
  const { t } = useTranslation("ui");
  return (
    <MantineCopy value={value} timeout={2000}>
      {({ copied, copy }) => {
        const icon = copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />;
        if (label)
          return (
            <Button variant="default" leftSection={icon} onClick={copy}>
              {copied ? t("copy.done") : label}
            </Button>
          );
        const name = copied ? t("copy.done") : what ? t("copy.what", { what }) : t("copy.copy");
        return (
          <Tooltip label={name}>
            <ActionIcon variant="subtle" color="gray" aria-label={name} onClick={copy}>
              {icon}
            </ActionIcon>
          </Tooltip>
        );
      }}
    </MantineCopy>
  );
}
