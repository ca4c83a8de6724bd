import { ActionIcon, Avatar, Button } from "@mantine/core";
import { IconArrowLeft, IconLayoutSidebarRight, IconPlayerPlay, IconUser } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useMay } from "../frame/use-page.ts";
import { useMe } from "../frame/use-workspace.ts";
import type { ConversationInfo } from "../live/conversation-cache.ts";
import { useBotActions } from "./beside/use-bot-actions.ts";
import { BotState } from "./bot-state.tsx";

type Props = { info: ConversationInfo; onBack: () => void; onBeside: () => void };

/** The customer, the state of the bot, and who else is here. */
export function ConversationHeader({ info: { conversation, present }, onBack, onBeside }: Props) {
  const { t } = useTranslation("conversations");
  const { psid, name, picture_url, paused, waiting_since } = conversation;
  const mayConverse = useMay("converse");
  const { resume } = useBotActions(psid);
  const isQuiet = paused !== null || waiting_since !== null;
  return (
    <>
      <header className="conversation-head">
        <ActionIcon className="back" variant="subtle" color="gray" size="lg" aria-label={t("back")} onClick={onBack}>
          <IconArrowLeft size={20} />
        </ActionIcon>
        <Avatar src={picture_url} name={name ?? undefined} color="indigo" size={36} aria-hidden>
          {name === null && <IconUser size={18} />}
        </Avatar>
        <div className="conversation-who">
          <h2>{name ?? psid}</h2>
          {!isQuiet && <BotState conversation={conversation} />}
          <Present psid={conversation.psid} present={present} />
        </div>
        <ActionIcon
          className="beside-button"
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t("beside.open")}
          onClick={onBeside}
        >
          <IconLayoutSidebarRight size={20} />
        </ActionIcon>
      </header>
      {isQuiet && (
        <div className="bot-bar">
          <BotState conversation={conversation} />
          {mayConverse && (
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconPlayerPlay size={14} aria-hidden />}
              loading={resume.isPending}
              onClick={() => resume.mutate()}
            >
              {t("bot.resume")}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** The customer who types, or other members who look at this conversation or type in it. */
function Present({ psid, present }: Pick<ConversationInfo, "present"> & { psid: string }) {
  const { t } = useTranslation("conversations");
  const userId = useMe().user.id;
  const isCustomerTyping = present.some(({ user_id }) => user_id === psid);
  const others = present.filter(({ user_id }) => user_id !== userId && user_id !== psid);
  const typing = others.filter(({ is_typing }) => is_typing);
  const named = typing.length > 0 ? typing : others;
  if (isCustomerTyping)
    return (
      <p className="present" role="status" data-typing>
        {t("present.customer")}
      </p>
    );
  return (
    <p className="present" role="status" data-typing={typing.length > 0 || undefined}>
      {named.length > 0 &&
        t(typing.length > 0 ? "present.typing" : "present.looking", {
          count: named.length,
          names: named.map(({ name }) => name).join(", "),
        })}
    </p>
  );
}
