import { Anchor, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import type { Home } from "../queries.ts";
import { TextLink } from "../ui/links.tsx";

type Name = NonNullable<Home["first_steps"]>[number]["name"];

/** A step that is left to do, as a link to the very field or button that does it. */
export function StepLink({ name }: { name: Name }) {
  const { t } = useTranslation("home");
  const { id, chat_url } = usePage();
  const text = t(`first.steps.${name}`);
  const link = { params: { pageId: id }, size: "sm", underline: "always" } as const;
  switch (name) {
    case "flow_published":
      return (
        <TextLink to="/pages/$pageId/flows" {...link}>
          {text}
        </TextLink>
      );
    case "welcome_set":
    case "default_reply_set":
      return (
        <TextLink
          to="/pages/$pageId/settings"
          hash={name === "welcome_set" ? "welcome-flow" : "default-reply"}
          {...link}
        >
          {text}
        </TextLink>
      );
    case "keyword_added":
      return (
        <TextLink to="/pages/$pageId/keywords" search={{ phrase: "" }} {...link}>
          {text}
        </TextLink>
      );
    case "channel_connected":
      return (
        <TextLink to="/pages/$pageId/settings" search={{ tab: "channel" }} hash="connect" {...link}>
          {text}
        </TextLink>
      );
    case "chat_shared":
      return (
        <TextLink to="/pages/$pageId/tools" hash="new-tool" {...link}>
          {text}
        </TextLink>
      );
    case "team_invited":
      return (
        <TextLink to="/settings/team" hash="invite" size="sm" underline="always">
          {text}
        </TextLink>
      );
    case "customer_wrote":
      return chat_url ? (
        <Anchor href={chat_url} target="_blank" rel="noreferrer" size="sm" underline="always">
          {text}
        </Anchor>
      ) : (
        <Text size="sm">{text}</Text>
      );
  }
}
