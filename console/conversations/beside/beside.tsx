import { Badge, Button, Group, Menu, Stack, Text, Title } from "@mantine/core";
import { IconChevronDown, IconMailOpened, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../frame/use-page.ts";
import type { Conversation, ConversationInfo } from "../../live/conversation-cache.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { BotState } from "../bot-state.tsx";
import { Assignee } from "./assignee.tsx";
import { CustomerFacts } from "./customer-facts.tsx";
import { Part } from "./part.tsx";
import { StartFlow } from "./start-flow.tsx";
import { useBotActions } from "./use-bot-actions.ts";

/** Facts about the customer, and everything that members can do beside writing. */
export function Beside({ info: { conversation }, onLeave }: { info: ConversationInfo; onLeave: () => void }) {
  const { t } = useTranslation("conversations");
  const { psid, name, is_blocked } = conversation;
  return (
    <Stack gap="lg" className="beside">
      <div>
        <Title order={3} size="md" style={{ overflowWrap: "anywhere" }}>
          {name ?? t("beside.unknown")}
        </Title>
        <Group gap={4} wrap="nowrap">
          <Text size="xs" c="dimmed" ff="monospace" truncate>
            {psid}
          </Text>
          <CopyButton value={psid} what={t("beside.psid")} />
        </Group>
        {is_blocked && (
          <Badge color="red" variant="light">
            {t("beside.blocked")}
          </Badge>
        )}
      </div>
      <Part title={t("beside.bot")}>
        <BotState conversation={conversation} />
        <BotButtons conversation={conversation} onLeave={onLeave} />
      </Part>
      <Part title={t("beside.assignee")}>
        <Assignee conversation={conversation} />
      </Part>
      <StartFlow psid={psid} />
      <CustomerFacts psid={psid} />
    </Stack>
  );
}

const pauses = [30, 120, 24 * 60, null];

type ButtonsProps = { conversation: Conversation; onLeave: () => void };

function BotButtons({ conversation: { psid, paused, waiting_since, elsewhere_since }, onLeave }: ButtonsProps) {
  const { t } = useTranslation("conversations");
  const mayConverse = useMay("converse");
  const { pause, resume, markUnread } = useBotActions(psid);
  if (!mayConverse) return null;
  const setUnread = () => {
    // It would be read again while it is open.
    onLeave();
    markUnread.mutate();
  };
  return (
    <Group gap="xs" mt="xs">
      {(paused || waiting_since) && elsewhere_since === null && (
        <Button
          size="xs"
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          loading={resume.isPending}
          onClick={() => resume.mutate()}
        >
          {t("bot.resume")}
        </Button>
      )}
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            loading={pause.isPending}
            leftSection={<IconPlayerPause size={14} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {t("bot.pause")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {pauses.map((minutes) => (
            <Menu.Item key={minutes} onClick={() => pause.mutate(minutes)}>
              {t(`bot.pauses.${minutes ?? "open"}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button size="xs" variant="default" leftSection={<IconMailOpened size={14} aria-hidden />} onClick={setUnread}>
        {t("beside.markUnread")}
      </Button>
    </Group>
  );
}
