import { Refusal } from "@banter/sdk/manage.ts";
import { ActionIcon, Button } from "@mantine/core";
import { IconArrowLeft, IconLayoutSidebarRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { PersonAvatar } from "../customers/person/person-avatar.tsx";
import { useMay, usePage } from "../frame/use-page.ts";
import { usePersonName } from "../frame/use-person-name.ts";
import { useMe } from "../frame/use-workspace.ts";
import type { ConversationInfo } from "../live/conversation-cache.ts";
import { errorText } from "../ui/error-text.ts";
import { useBotActions } from "./beside/use-bot-actions.ts";
import { BotState } from "./bot-state.tsx";
import { useKeys } from "./keys/use-keys.ts";
import { MayBeSame } from "./may-be-same.tsx";
import { StateActions } from "./state/state-actions.tsx";

type Props = { info: ConversationInfo; onBack: () => void; onBeside: () => void; onSettled: () => void };

/** The customer, the state of the bot, and who else is here. */
export function ConversationHeader({ info: { conversation, present }, onBack, onBeside, onSettled }: Props) {
  const { t } = useTranslation("conversations");
  const personName = usePersonName();
  const { channel } = usePage();
  const { psid, paused, is_handed_over, elsewhere_since, assignee } = conversation;
  const mayConverse = useMay("converse");
  const userId = useMe().user.id;
  const { resume, takeBack, assign } = useBotActions(psid);
  const back = elsewhere_since === null ? resume : takeBack;
  const isQuiet = paused !== null || is_handed_over;
  useKeys(
    mayConverse
      ? {
          giveBack: isQuiet ? () => back.mutate() : undefined,
          take: assignee?.user_id === userId ? undefined : () => assign.mutate(userId),
        }
      : {},
  );
  return (
    <>
      <header className="conversation-head">
        <ActionIcon className="back" variant="subtle" color="gray" size="lg" aria-label={t("back")} onClick={onBack}>
          <IconArrowLeft size={20} />
        </ActionIcon>
        <PersonAvatar person={conversation} channel={channel} size={36} />
        <div className="conversation-who">
          <h2>{personName(conversation)}</h2>
          {!isQuiet && <BotState conversation={conversation} />}
          <Present psid={conversation.psid} present={present} />
        </div>
        <StateActions conversation={conversation} onSettled={onSettled} />
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
      <MayBeSame psid={psid} onLook={onBeside} />
      {isQuiet && (
        <div className="bot-bar">
          <BotState conversation={conversation} />
          {mayConverse && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              c="dimmed"
              fw={400}
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

/** The customer who types, or other members who look at this conversation. Those who write stand above the composer. */
function Present({ psid, present }: Pick<ConversationInfo, "present"> & { psid: string }) {
  const { t } = useTranslation("conversations");
  const userId = useMe().user.id;
  const isCustomerTyping = present.some(({ user_id }) => user_id === psid);
  const others = present.filter(({ user_id, is_typing }) => user_id !== userId && user_id !== psid && !is_typing);
  if (isCustomerTyping)
    return (
      <p className="present" role="status" data-typing>
        {t("present.customer")}
      </p>
    );
  return (
    <p className="present" role="status">
      {others.length > 0 &&
        t("present.looking", { count: others.length, names: others.map(({ name }) => name).join(", ") })}
    </p>
  );
}
