import { Refusal } from "@banter/sdk/manage.ts";
import { ActionIcon, Avatar, Button } from "@mantine/core";
import { IconArrowLeft, IconLayoutSidebarRight, IconPlayerPlay, IconUser } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useMay } from "../frame/use-page.ts";
import { useMe } from "../frame/use-workspace.ts";
import type { ConversationInfo } from "../live/conversation-cache.ts";
import { errorText } from "../ui/error-text.ts";
import { useBotActions } from "./beside/use-bot-actions.ts";
import { BotState } from "./bot-state.tsx";

type Props = { info: ConversationInfo; onBack: () => void; onBeside: () => void };

/** The customer, the state of the bot, and who else is here. */
export function ConversationHeader({ info: { conversation, present }, onBack, onBeside }: Props) {
  const { t } = useTranslation("conversations");
  const { psid, name, picture_url, paused, waiting_since, elsewhere_since } = conversation;
  const mayConverse = useMay("converse");
  const { resume, takeBack } = useBotActions(psid);
  const back = elsewhere_since === null ? resume : takeBack;
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
              loading={back.isPending}
              onClick={() => back.mutate()}
            >
              {t(elsewhere_since === null ? "bot.resume" : "bot.takeBack")}
            </Button>
          )}
          {elsewhere_since !== null && takeBack.error && (
            <p className="bot-refused" role="alert">
              {isRefused(takeBack.error) ? t("bot.kept") : errorText(takeBack.error)}
            </p>
          )}
        </div>
      )}
    </>
  );
}

/** The platform does not let this app take the conversation. */
const isRefused = (error: Error) => error instanceof Refusal && error.code === "platform_failed";

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
