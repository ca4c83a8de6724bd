import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconArrowBackUp, IconCheck, IconChevronDown, IconClock } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../frame/use-page.ts";
import type { Conversation } from "../../live/conversation-cache.ts";
import { useKeys } from "../keys/use-keys.ts";
import { SnoozeDialog } from "./snooze-dialog.tsx";
import { snoozeTimes } from "./snooze-times.ts";
import { useSettle } from "./use-settle.ts";

type Props = { conversation: Conversation; onSettled: () => void };

/** Done and Snooze; or, for a conversation that is neither, the way back. */
export function StateActions({ conversation, onSettled }: Props) {
  const { t, i18n } = useTranslation("conversations");
  const { is_done, snoozed } = conversation;
  const { settle, isPending } = useSettle(conversation);
  const [isSnoozing, setIsSnoozing] = useState(false);
  const [isChoosing, setIsChoosing] = useState(false);
  const mayConverse = useMay("converse");
  const isOpen = !is_done && snoozed === null;
  const finish = () => {
    onSettled();
    void settle({ state: "done" });
  };
  const putOff = (until: Date | null) => {
    setIsChoosing(false);
    onSettled();
    void settle({ state: "snoozed", until });
  };
  useKeys(mayConverse ? { done: is_done ? undefined : finish, snooze: () => setIsSnoozing(true) } : {});
  if (!mayConverse) return null;
  return (
    <div className="state-actions">
      <Menu position="bottom-end" withinPortal opened={isSnoozing} onChange={setIsSnoozing}>
        <Menu.Target>
          <ActionIcon size="lg" variant="default" aria-label={t("state.snooze")} title={t("state.snooze")}>
            <IconClock size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t("state.snoozeLabel")}</Menu.Label>
          {snoozeTimes(new Date()).map(({ name, until }) => (
            <Menu.Item
              key={name}
              rightSection={until && <span className="snooze-time">{timeText(until, i18n.language)}</span>}
              onClick={() => putOff(until)}
            >
              {t(`state.times.${name}`)}
            </Menu.Item>
          ))}
          <Menu.Item rightSection={<IconChevronDown size={14} aria-hidden />} onClick={() => setIsChoosing(true)}>
            {t("state.times.other")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen ? (
        <Button
          className="short-on-phones"
          variant="default"
          leftSection={<IconCheck size={16} aria-hidden />}
          loading={isPending}
          onClick={finish}
        >
          {t("state.done")}
        </Button>
      ) : (
        <Button
          className="short-on-phones"
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          loading={isPending}
          onClick={() => void settle({ state: "open" })}
        >
          {t("state.reopen")}
        </Button>
      )}
      {isChoosing && <SnoozeDialog onClose={() => setIsChoosing(false)} onChoose={putOff} />}
    </div>
  );
}

const timeText = (at: Date, language: string) =>
  at.toLocaleString(language, { weekday: "short", hour: "numeric", minute: "2-digit" });
