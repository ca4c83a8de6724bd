import { ActionIcon, Button } from "@mantine/core";
import { IconTemplate } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../frame/loading/lazy-part.tsx";
import type { Content } from "./outbox.ts";

const TemplateDialog = lazyPart(async () => (await import("./template-dialog.tsx")).TemplateDialog, { height: 0 });

type Props = {
  /** While the window is closed, a template is the only way to write. */
  isProminent: boolean;
  onSend: (content: Content) => void;
};

export function TemplateButton({ isProminent, onSend }: Props) {
  const { t } = useTranslation("conversations");
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  return (
    <>
      {isProminent ? (
        <Button size="xs" variant="light" leftSection={<IconTemplate size={16} aria-hidden />} onClick={open}>
          {t("template.open")}
        </Button>
      ) : (
        <ActionIcon size="lg" variant="subtle" color="gray" aria-label={t("template.open")} onClick={open}>
          <IconTemplate size={20} />
        </ActionIcon>
      )}
      {isOpen && <TemplateDialog onClose={() => setIsOpen(false)} onSend={onSend} />}
    </>
  );
}
