import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { EmojiButton } from "../../frame/writing/emoji/emoji-button.tsx";
import { VariableMenu } from "../../frame/writing/variable-menu.tsx";
import type { WritingHandle } from "../../frame/writing/writing-field.tsx";
import type { ConversationInfo } from "../../live/conversation-cache.ts";
import { HelpMenu } from "../help/help-menu.tsx";
import { AttachButton } from "./attach-button.tsx";
import { SavedRepliesButton } from "./saved-replies-button.tsx";
import { type Mode, SendButtons } from "./send-buttons.tsx";
import { TemplateButton } from "./template-button.tsx";
import type { useAnswer } from "./use-answer.ts";

type Props = {
  info: ConversationInfo;
  mode: Mode;
  text: string;
  isClosed: boolean;
  isEmpty: boolean;
  isPending: boolean;
  input: RefObject<WritingHandle | null>;
  /** Replaces the text. */
  use: (text: string) => void;
  onSend: (isLast: boolean) => void;
} & Pick<ReturnType<typeof useAnswer>, "send" | "sendTemplate">;

/** The row below the composer's field. */
export function ComposerTools({
  info,
  mode,
  text,
  isClosed,
  isEmpty,
  isPending,
  input,
  use,
  onSend,
  ...answer
}: Props) {
  const { t } = useTranslation("conversations");
  const { conversation, window } = info;
  const { psid, is_blocked } = conversation;
  return (
    <div className="composer-foot">
      <EmojiButton
        label={t("composer.emoji")}
        onChoose={(emoji) => input.current?.insert(emoji)}
        isDisabled={isClosed}
      />
      {mode === "reply" && (
        <>
          <VariableMenu
            size="lg"
            position="top-start"
            field={t("composer.replyLabel")}
            landing="text"
            isDisabled={isClosed}
            onPick={(words, suggestion) => input.current?.insert(words, suggestion)}
          />
          <SavedRepliesButton onChoose={use} isDisabled={isClosed} />
          <AttachButton onSend={answer.send} isDisabled={isClosed} />
          {window.takes_templates && !is_blocked && (
            <TemplateButton isProminent={!window.is_open} onSend={answer.sendTemplate} />
          )}
          <HelpMenu psid={psid} text={text} onText={use} canWrite={!isClosed} />
        </>
      )}
      <SendButtons mode={mode} isDisabled={isClosed || isEmpty} isPending={isPending} onSend={onSend} />
    </div>
  );
}
