import { Drawer, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { Failure } from "../../ui/failure.tsx";

/** Why the bot sent a message: the event, the triggers, the steps, the values, the window, the attempts. */
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
  return (
    <Stack gap="lg">
      {data.sections
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
