import { Badge, Button, Group, Menu, Stack, Text, Title } from "@mantine/core";
import { IconChevronDown, IconMailOpened, IconPlayerPause } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../frame/loading/lazy-part.tsx";
import { useMay } from "../../frame/use-page.ts";
import { usePersonName } from "../../frame/use-person-name.ts";
import type { ConversationInfo } from "../../live/conversation-cache.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Assignee } from "./assignee.tsx";
import { BlockButton } from "./block-button.tsx";
import { CustomerFacts } from "./customer-facts.tsx";
import { Part } from "./part.tsx";
import { Purchases } from "./purchases.tsx";
import { StartFlow } from "./start-flow.tsx";
import { useBotActions } from "./use-bot-actions.ts";

const Joins = lazyPart(async () => (await import("../../customers/contacts/joins.tsx")).Joins, { height: 0 });

/**
 * Facts about the customer, those first that an answer needs most, and everything that members can do beside writing.
 */
export function Beside({ info: { conversation }, onLeave }: { info: ConversationInfo; onLeave: () => void }) {
  const { t } = useTranslation("conversations");
  const personName = usePersonName();
  const { psid, is_blocked } = conversation;
  const name = personName(conversation);
  return (
    <Stack gap="md" className="beside">
      <div>
        <Title order={3} size="md" style={{ overflowWrap: "anywhere" }}>
          {name}
        </Title>
        {is_blocked && (
          <Badge color="red" variant="light">
            {t("beside.blocked")}
          </Badge>
        )}
      </div>
      <Joins psid={psid} />
      <Purchases psid={psid} />
      <CustomerFacts psid={psid} />
      <Part title={t("beside.assignee")}>
        <Assignee conversation={conversation} />
      </Part>
      <StartFlow psid={psid} />
      <BotButtons psid={psid} onLeave={onLeave} />
      <BlockButton psid={psid} name={name} isBlocked={is_blocked} />
      <Group gap={4} wrap="nowrap">
        <Text size="xs" c="dimmed" ff="monospace" truncate>
          {psid}
        </Text>
        <CopyButton value={psid} what={t("beside.psid")} />
      </Group>
    </Stack>
  );
}

const pauses = [30, 120, 24 * 60, null];

/** Giving the conversation back is at its head. */
function BotButtons({ psid, onLeave }: { psid: string; onLeave: () => void }) {
  const { t } = useTranslation("conversations");
  const mayConverse = useMay("converse");
  const { pause, markUnread } = useBotActions(psid);
  if (!mayConverse) return null;
  const setUnread = () => {
    // It would be read again while it is open.
    onLeave();
    markUnread.mutate();
  };
  return (
    <Group gap="xs">
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
