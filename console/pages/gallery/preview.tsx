import type { TemplateLanguage } from "@banter/core/api/template-choice.ts";
import { type ChannelType, channelFacts } from "@banter/core/channels/index.ts";
import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Bubbles } from "../../channels/chat/bubbles.tsx";
import { ChatWindow } from "../../channels/chat/chat-window.tsx";
import { previewContent } from "../../channels/chat/preview.ts";
import type { Template } from "./queries.ts";

type Props = { template: Template; language: TemplateLanguage; pageName: string; channel: ChannelType };

/** How the bot of a template greets a customer, as the channel shows it. */
export function Preview({ template: { hello, main_menu }, language, pageName, channel }: Props) {
  const { t } = useTranslation("gallery");
  const { mainMenu } = channelFacts[channel];
  return (
    <Box component="section" aria-label={t("preview")} className="gallery-preview">
      <ChatWindow channel={channel} name={pageName} hasMenu={mainMenu.count > 0 && main_menu.length > 0}>
        <div className="chat-inside">
          <Bubbles
            preview={previewContent(contentOf(hello, pageName), undefined, channel)}
            channel={channel}
            language={language}
          />
        </div>
      </ChatWindow>
    </Box>
  );
}

/** The greeting as the content of a step: the buttons belong to its last text. */
function contentOf({ texts, buttons, quick_replies }: Template["hello"], pageName: string) {
  const titled = buttons.map((title) => ({ type: "flow", title }));
  return {
    messages: texts.map((text, index) => ({
      type: "text",
      text: text.replaceAll("{{page_name}}", pageName),
      ...(index === texts.length - 1 && { buttons: titled }),
    })),
    quick_replies: quick_replies.map((caption) => ({ type: "flow", caption })),
  };
}
