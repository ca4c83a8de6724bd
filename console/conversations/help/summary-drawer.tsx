import { Drawer, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { helped } from "../../frame/help/model/refused.ts";
import { usePage } from "../../frame/use-page.ts";
import { HelpFailure } from "./help-failure.tsx";

/** The conversation in short, made anew each time it is opened. */
export function SummaryDrawer({ psid, onClose }: { psid: string; onClose: () => void }) {
  const { t, i18n } = useTranslation("conversations");
  const { id: page_id } = usePage();
  const { data, error } = useQuery({
    queryKey: ["page", page_id, "summary", psid, i18n.language],
    queryFn: async () =>
      helped(
        await api("POST /pages/:page_id/conversations/:psid/summary", {
          params: { page_id, psid },
          body: { language: i18n.language },
        }),
      ),
    // Each reading is a call that may cost.
    ...{ retry: false, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
    meta: { showsFailure: true },
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      title={t("help.summary")}
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      <Stack gap="sm" aria-busy={!data && !error}>
        {error && <HelpFailure error={error} />}
        {!data && !error && <Skeleton h={160} />}
        {data && <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{data.text}</Text>}
        <Text size="xs" c="dimmed">
          {t("help.careful")}
        </Text>
      </Stack>
    </Drawer>
  );
}
