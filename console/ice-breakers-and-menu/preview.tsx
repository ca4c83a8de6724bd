import { channelFacts } from "@banter/core/channels/index.ts";
import type { OfferLimit } from "@banter/core/channels/limits.ts";
import { Box, Text, Title } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ChatWindow, Letter } from "../channels/chat/chat-window.tsx";
import { usePage } from "../frame/use-page.ts";
import { treeQuery } from "../queries.ts";
import { cut, type Item } from "./draft.ts";

/** The chat as a new customer sees it, with its menu open. Nothing in it can be pressed. */
export function Preview({ iceBreakers, menu }: { iceBreakers: Item[]; menu: Item[] }) {
  const { t } = useTranslation("iceBreakersAndMenu");
  const { id: pageId, name, greeting, channel } = usePage();
  const { data } = useQuery(treeQuery(pageId));
  const facts = channelFacts[channel];
  const published = data?.flows.filter(({ published_version, is_on }) => published_version !== null && is_on);
  const leads = (flowId: number | null) => (published ? published.some(({ id }) => id === flowId) : flowId !== null);
  const shown = (items: Item[], { count, characters }: OfferLimit) =>
    items
      .filter(({ type, flow_id }) => type === "link" || leads(flow_id))
      .slice(0, count)
      .map((item) => ({ ...item, title: cut(item.title.trim() || t("preview.titleMissing"), characters) }));
  const questions = shown(iceBreakers, facts.iceBreakers);
  const isLink = ({ type }: Item) => type === "link";
  const items = shown(
    menu.filter((item) => facts.menuLinks === "menu" || !isLink(item)),
    facts.mainMenu,
  );
  const links = facts.menuLinks === "greeting" ? menu.filter(isLink) : [];
  return (
    <Box component="section" aria-label={t("preview.title")}>
      <Title order={2}>{t("preview.title")}</Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t("preview.help")}
      </Text>
      <ChatWindow channel={channel} name={name} hasMenu={items.length > 0}>
        <div className="chat-body">
          <Letter name={name} />
          <strong>{name}</strong>
          {facts.showsGreeting && greeting && <p>{greeting}</p>}
          {links.map(({ key, title, url }) => (
            <p key={key}>
              {title}: {url}
            </p>
          ))}
          {questions.length + items.length + links.length === 0 && <p>{t("preview.nothing")}</p>}
          <ul className="chat-questions">
            {questions.map(({ key, title }) => (
              <li key={key}>{title}</li>
            ))}
          </ul>
        </div>
        {items.length > 0 && (
          <ul className="chat-menu" aria-label={t("preview.menu")}>
            {items.map(({ key, title, type }) => (
              <li key={key}>
                <span>{title}</span>
                {type === "link" && <IconExternalLink size={14} aria-hidden />}
              </li>
            ))}
          </ul>
        )}
      </ChatWindow>
    </Box>
  );
}
