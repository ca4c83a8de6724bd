import { channelFacts } from "@banter/core/channels/index.ts";
import { reactionsOn } from "@banter/core/channels/reactions.ts";
import { Popover } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePage } from "../../frame/use-page.ts";
import { EmojiPicker } from "../../frame/writing/emoji/emoji-picker.tsx";
import { useReact } from "./use-react.ts";

type Props = { psid: string; messageId: number; onClose: () => void };

/** The emoji that the page can react with: the usual ones first, or the channel's own list. */
export function ReactMenu({ psid, messageId, onClose }: Props) {
  const { t } = useTranslation("conversations");
  const { channel } = usePage();
  const { mutate } = useReact(psid, messageId);
  const [isWhole, setIsWhole] = useState(false);
  const choose = (emoji: string) => {
    mutate(emoji);
    onClose();
  };
  return (
    <Popover
      opened
      onChange={(isOpen) => !isOpen && onClose()}
      position="top-start"
      trapFocus
      returnFocus
      withinPortal
      withRoles={false}
      shadow="md"
    >
      <Popover.Target>
        <span className="react-place" />
      </Popover.Target>
      <Popover.Dropdown p="xs" role="dialog" aria-label={t("bubble.react")}>
        {isWhole ? (
          <EmojiPicker onChoose={choose} />
        ) : (
          <div className="react-menu">
            {reactionsOn(channel).map((emoji) => (
              <button key={emoji} type="button" onClick={() => choose(emoji)}>
                {emoji}
              </button>
            ))}
            {channelFacts[channel].reactions === "any" && (
              <button type="button" aria-label={t("reaction.more")} onClick={() => setIsWhole(true)}>
                <IconDots size={18} aria-hidden />
              </button>
            )}
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
