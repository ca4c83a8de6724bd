import "./bubbles.css";
import { type ChannelType, channelFacts } from "@banter/core/channels/index.ts";
import { IconMenu2, IconSend } from "@tabler/icons-react";
import type { CSSProperties, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { addWords } from "../../words.ts";
import { ChannelIcon } from "../channel-icon.tsx";
import * as words from "./words.ts";

addWords("chat", words);

/** The attributes of an element with the class `chat-ground` that give it the look of the channel. */
export function groundOf(channel: ChannelType) {
  const { color, chat } = channelFacts[channel];
  return { "data-ground": chat.ground, style: { "--channel": color } as CSSProperties };
}

type Props = { channel: ChannelType; name: string; hasMenu: boolean; children: ReactNode };

/** A chat on a channel, as a customer sees it. Nothing in it can be pressed. */
export function ChatWindow({ channel, name, hasMenu, children }: Props) {
  const { t } = useTranslation("chat");
  return (
    <div className="chat-ground chat-window" {...groundOf(channel)}>
      <div className="chat-head">
        <Letter name={name} />
        <strong>{name}</strong>
        <ChannelIcon channel={channel} />
      </div>
      {children}
      <div className="chat-foot">
        {hasMenu && <IconMenu2 size={20} role="img" aria-label={t("menu")} />}
        <span className="chat-field">{t("write")}</span>
        <IconSend size={20} aria-hidden />
      </div>
    </div>
  );
}

/** The page's first letter in place of its picture. */
export const Letter = ({ name }: { name: string }) => (
  <span className="chat-avatar" aria-hidden>
    {[...name.trim()][0]?.toUpperCase()}
  </span>
);
