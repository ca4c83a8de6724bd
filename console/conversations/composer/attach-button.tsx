import { ActionIcon } from "@mantine/core";
import { IconPaperclip } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../frame/loading/lazy-part.tsx";
import type { Content } from "./outbox.ts";

const MediaPicker = lazyPart(async () => (await import("../../media/media-picker.tsx")).MediaPicker, { height: 0 });

type Props = { onSend: (content: Content) => void; isDisabled: boolean };

/** Sends a file from this device or from the page's library. */
export function AttachButton({ onSend, isDisabled }: Props) {
  const { t } = useTranslation("conversations");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ActionIcon
        size="lg"
        variant="subtle"
        color="gray"
        aria-label={t("composer.attach")}
        disabled={isDisabled}
        onClick={() => setIsOpen(true)}
      >
        <IconPaperclip size={20} />
      </ActionIcon>
      {isOpen && (
        <MediaPicker
          opened
          onClose={() => setIsOpen(false)}
          onChoose={({ kind, url }) => onSend({ messages: [{ type: kind, url }] })}
        />
      )}
    </>
  );
}
