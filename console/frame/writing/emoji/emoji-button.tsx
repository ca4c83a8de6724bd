import { ActionIcon, Popover, type PopoverProps } from "@mantine/core";
import { IconMoodSmile } from "@tabler/icons-react";
import { useState } from "react";
import { lazyPart } from "../../loading/lazy-part.tsx";

const EmojiPicker = lazyPart(async () => (await import("./emoji-picker.tsx")).EmojiPicker, { height: 0 });

type Props = {
  label: string;
  onChoose: (emoji: string) => void;
  size?: "sm" | "lg";
  position?: PopoverProps["position"];
  isDisabled?: boolean;
};

/** Opens a picker of emoji, which is loaded when it is first opened. */
export function EmojiButton({ label, onChoose, size = "lg", position = "top-start", isDisabled = false }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position={position} trapFocus withinPortal shadow="md">
      <Popover.Target>
        <ActionIcon
          size={size}
          variant="subtle"
          color="gray"
          aria-label={label}
          disabled={isDisabled}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconMoodSmile size={size === "sm" ? 16 : 20} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={label}>
        <EmojiPicker
          onChoose={(emoji) => {
            setIsOpen(false);
            onChoose(emoji);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
