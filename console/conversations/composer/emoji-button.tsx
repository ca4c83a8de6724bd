import { ActionIcon, Popover } from "@mantine/core";
import { IconMoodSmile } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../frame/loading/lazy-part.tsx";

const EmojiGrid = lazyPart(async () => (await import("./emoji-grid.tsx")).EmojiGrid, { height: 0 });

type Props = { onChoose: (emoji: string) => void; isDisabled: boolean };

export function EmojiButton({ onChoose, isDisabled }: Props) {
  const { t } = useTranslation("conversations");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="top-start" trapFocus withinPortal>
      <Popover.Target>
        <ActionIcon
          size="lg"
          variant="subtle"
          color="gray"
          aria-label={t("composer.emoji")}
          disabled={isDisabled}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconMoodSmile size={20} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={t("composer.emoji")}>
        <EmojiGrid
          onChoose={(emoji) => {
            setIsOpen(false);
            onChoose(emoji);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
