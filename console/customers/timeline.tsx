import type { ReplyOf } from "@banter/sdk/manage.ts";
import { Button, Timeline as MantineTimeline, Skeleton, Stack, Text } from "@mantine/core";
import {
  type Icon,
  IconAddressBook,
  IconArrowBigRight,
  IconArrowsExchange,
  IconArrowsSplit2,
  IconBan,
  IconBellOff,
  IconBolt,
  IconForms,
  IconHandStop,
  IconLink,
  IconMessage,
  IconMessageCircle,
  IconMoodSmile,
  IconNote,
  IconPencil,
  IconPointer,
  IconSpeakerphone,
  IconTargetArrow,
  IconUser,
  IconUserPlus,
  IconWebhook,
} from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import { Failure } from "../ui/failure.tsx";
import { timelineQuery } from "./queries.ts";

type Entry = ReplyOf<"GET /pages/:page_id/customers/:psid/timeline">["entries"][number];

const icons: Record<Entry["kind"], Icon> = {
  wrote: IconMessage,
  pressed: IconPointer,
  came: IconLink,
  followed: IconUserPlus,
  reacted: IconMoodSmile,
  commented: IconMessageCircle,
  flow: IconBolt,
  person: IconUser,
  edited: IconPencil,
  handed_over: IconHandStop,
  blocked: IconBan,
  note: IconNote,
  wants_marketing: IconSpeakerphone,
  refuses_marketing: IconBellOff,
  number_changed: IconArrowsExchange,
  filled_form: IconForms,
  goal: IconTargetArrow,
  hook: IconWebhook,
  joined: IconAddressBook,
  parted: IconArrowsSplit2,
};

/** The customer's history, newest first; the first contact at the end. */
export function Timeline({ psid, createdAt }: { psid: string; createdAt: string }) {
  const { t } = useTranslation("customers");
  const { id: pageId } = usePage();
  const list = useInfiniteQuery(timelineQuery(pageId, psid));
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  if (list.error) return <Failure error={list.error} retry={() => void list.refetch()} />;
  if (list.isPending) return <Skeleton h={200} />;
  return (
    <Stack>
      <MantineTimeline bulletSize={26} lineWidth={2} active={-1}>
        {entries.map((entry) => {
          const Icon = icons[entry.kind];
          return (
            <MantineTimeline.Item
              key={`${entry.id} ${entry.kind}`}
              bullet={<Icon size={14} aria-hidden />}
              title={<Title entry={entry} />}
            >
              {entry.text && (
                <Text size="sm" lineClamp={3} style={{ overflowWrap: "anywhere" }}>
                  {entry.text}
                </Text>
              )}
              <When at={entry.at} />
            </MantineTimeline.Item>
          );
        })}
        {!list.hasNextPage && (
          <MantineTimeline.Item
            bullet={<IconArrowBigRight size={14} aria-hidden />}
            title={<Text size="sm">{t("timeline.first")}</Text>}
          >
            <When at={createdAt} />
          </MantineTimeline.Item>
        )}
      </MantineTimeline>
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t("timeline.older")}
        </Button>
      )}
    </Stack>
  );
}

function Title({ entry }: { entry: Entry }) {
  const { t } = useTranslation("customers");
  const name = entry.flow ? `${t("timeline.flow")}: ${entry.flow.name ?? entry.flow.id}` : t(`timeline.${entry.kind}`);
  return (
    <Text size="sm" fw={600} component="span">
      {name}
      {entry.user && (
        <Text span size="sm" c="dimmed" fw={400}>
          {" "}
          {t("timeline.by", { user: entry.user })}
        </Text>
      )}
    </Text>
  );
}

function When({ at }: { at: string }) {
  const { i18n } = useTranslation("customers");
  return (
    <Text size="xs" c="dimmed" component="time" dateTime={at}>
      {new Date(at).toLocaleString(i18n.language, { dateStyle: "medium", timeStyle: "short" })}
    </Text>
  );
}
