import { ActionIcon } from "@mantine/core";
import { IconPaperclip } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Content } from "./outbox.ts";

const MediaPicker = lazy(async () => ({ default: (await import("../../media/media-picker.tsx")).MediaPicker }));

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
      <Suspense fallback={null}>
        {isOpen && (
          <MediaPicker
            opened
            onClose={() => setIsOpen(false)}
            onChoose={({ kind, url }) => onSend({ messages: [{ type: kind, url }] })}
          />
        )}
      </Suspense>
    </>
  );
}
