import { Badge } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconClock, IconPlayerPause } from "@tabler/icons-react";
import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";
import { useTranslation } from "react-i18next";
import { PersonAvatar } from "../../customers/person/person-avatar.tsx";
import { usePage } from "../../frame/use-page.ts";
import { usePersonName } from "../../frame/use-person-name.ts";
import type { Conversation } from "../../live/conversation-cache.ts";
import { ago } from "../../ui/ago.ts";
import { initialsOf } from "../initials.ts";
import { WaitBadge } from "../state/wait-badge.tsx";
import { isWaiting } from "./merge-lines.ts";
import { addressOf, type View } from "./view.ts";

type Props = {
  line: Conversation;
  isOpen: boolean;
  /** The one row that Tab reaches. */
  isActive: boolean;
  onFocus: () => void;
  view: View;
  now: number;
};

const Anchor = createLink((props: AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }) => (
  <a {...props}>{props.children}</a>
));

/** A conversation in the list: who, the last words, when, and what it needs. */
export function Row({ line, isOpen, isActive, onFocus, view, now }: Props) {
  const { t, i18n } = useTranslation("conversations");
  const personName = usePersonName();
  const { id: pageId, channel } = usePage();
  const { psid, last, unread, failed, assignee, paused, snoozed, is_done } = line;
  const name = personName(line);
  return (
    <Anchor
      to="/pages/$pageId/conversations/$psid"
      params={{ pageId, psid }}
      search={addressOf(view)}
      preload={false}
      className="inbox-row"
      data-psid={psid}
      data-unread={unread > 0 || undefined}
      aria-current={isOpen ? "page" : undefined}
      tabIndex={isActive ? 0 : -1}
      onFocus={onFocus}
    >
      <PersonAvatar className="avatar" person={line} channel={channel} />
      <span className="who">
        <span className="name">{name}</span>
        <time dateTime={line.last_at}>{ago(line.last_at, i18n.language)}</time>
      </span>
      <span className="words">
        <span className="last">
          {last.from !== "customer" && <span className="from">{t(`from.${last.from}`)}: </span>}
          {last.text || t(`kinds.${last.kind}`)}
        </span>
        <span className="marks">
          {failed > 0 && (
            <IconAlertTriangle
              size={16}
              role="img"
              aria-label={t("row.failed", { count: failed })}
              className="is-failed"
            />
          )}
          {paused && !isWaiting(line, now) && (
            <IconPlayerPause size={16} role="img" aria-label={t("row.paused")} className="is-paused" />
          )}
          {snoozed && !isWaiting(line, now) && (
            <IconClock size={16} role="img" aria-label={t("row.snoozed")} className="is-paused" />
          )}
          {is_done && <IconCheck size={16} role="img" aria-label={t("row.done")} className="is-paused" />}
          <WaitBadge line={line} now={now} />
          {assignee && (
            <span className="assignee" role="img" aria-label={t("row.assignee", { name: assignee.name })}>
              {initialsOf(assignee.name)}
            </span>
          )}
          {unread > 0 && (
            <Badge
              size="sm"
              circle={unread < 10}
              className="unread"
              role="img"
              aria-label={t("row.unread", { count: unread })}
            >
              {unread > 99 ? "99+" : unread}
            </Badge>
          )}
        </span>
      </span>
    </Anchor>
  );
}
