import type { ReplyOf } from "@banter/sdk/manage.ts";
import { Button, Drawer, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { Failure } from "../../ui/failure.tsx";
import { TextLink } from "../../ui/links.tsx";
import { ModelCalls } from "./model-calls.tsx";

type Why = ReplyOf<"GET /pages/:page_id/messages/:message_id/explain">["why"][number];

/** Why the bot sent a message, in one sentence; the whole course of it is folded. */
export function WhyDrawer({ messageId, onClose }: { messageId: number | undefined; onClose: () => void }) {
  const { t } = useTranslation("conversations");
  return (
    <Drawer
      opened={messageId !== undefined}
      onClose={onClose}
      position="right"
      title={t("why.title")}
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      {messageId !== undefined && <Explanation messageId={messageId} />}
    </Drawer>
  );
}

function Explanation({ messageId }: { messageId: number }) {
  const [chosen, setIsOpen] = useState<boolean>();
  const { t, i18n } = useTranslation("conversations");
  const { id: pageId } = usePage();
  const language = i18n.language === "vi" ? "vi" : "en";
  const { data, error, refetch } = useQuery({
    queryKey: ["page", pageId, "explanation", messageId, language],
    queryFn: () =>
      api("GET /pages/:page_id/messages/:message_id/explain", {
        params: { page_id: pageId, message_id: messageId },
        query: { language },
      }),
  });
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton h={200} />;
  // The platform's own words say why a message failed.
  const isOpen = chosen ?? data.message.state === "failed";
  return (
    <Stack gap="md">
      <Text>
        {data.why.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
          <Piece key={index} part={part} />
        ))}
      </Text>
      <ModelCalls trace={data.trace} />
      <Button
        variant="subtle"
        size="compact-sm"
        style={{ alignSelf: "start" }}
        aria-expanded={isOpen}
        leftSection={isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t("why.details")}
      </Button>
      {isOpen &&
        data.sections
          .filter(({ lines }) => lines.length > 0)
          .map(({ section, lines }) => (
            <section key={section}>
              <Title order={3} size="sm" mb={4}>
                {t(`why.sections.${section}`)}
              </Title>
              {lines.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place
                <Text key={index} size="sm" style={{ overflowWrap: "anywhere" }}>
                  {line}
                </Text>
              ))}
            </section>
          ))}
    </Stack>
  );
}

/** A piece of the sentence: the name of a flow or a keyword leads there. */
function Piece({ part: { text, flow, keyword } }: { part: Why }) {
  const { id: pageId } = usePage();
  if (flow !== undefined)
    return (
      <TextLink to="/pages/$pageId/flows/$flowId" params={{ pageId, flowId: String(flow) }}>
        {text}
      </TextLink>
    );
  if (keyword !== undefined)
    return (
      <TextLink to="/pages/$pageId/keywords" params={{ pageId }} search={{ keyword }}>
        {text}
      </TextLink>
    );
  return <>{text}</>;
}
