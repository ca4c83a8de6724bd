import { ActionIcon, Menu } from "@mantine/core";
import { IconCalendarTime, IconChevronDown, IconPower } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { lazyPart } from "../../frame/loading/lazy-part.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useScene } from "../context.ts";
import { flowQuery } from "../queries.ts";
import { useRefreshFlow } from "./use-refresh-flow.ts";

// The conversion between time zones is loaded when a time is chosen.
const ScheduleDialog = lazyPart(async () => (await import("./schedule-dialog.tsx")).ScheduleDialog, { height: 0 });

/** Beside the publish button: publish later, switch the flow off and on. */
export function PublishMenu() {
  const { t } = useTranslation("triggers");
  const { page, flowId } = useScene();
  const { data: flow } = useQuery(flowQuery(page.id, flowId));
  const [isScheduling, setScheduling] = useState(false);
  const switching = useSwitch();
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon size={30} variant="default" aria-label={t("menu.label")} disabled={!flow}>
            <IconChevronDown size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCalendarTime size={16} aria-hidden />} onClick={() => setScheduling(true)}>
            {t(flow?.publish_at ? "menu.reschedule" : "menu.schedule")}
          </Menu.Item>
          <Menu.Item leftSection={<IconPower size={16} aria-hidden />} onClick={() => switching.mutate(!flow?.is_on)}>
            {t(flow?.is_on ? "menu.off" : "menu.on")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isScheduling && flow && <ScheduleDialog publishAt={flow.publish_at} onClose={() => setScheduling(false)} />}
    </>
  );
}

function useSwitch() {
  const { t } = useTranslation("triggers");
  const { page, flowId } = useScene();
  const refresh = useRefreshFlow();
  return useMutation({
    mutationFn: (is_on: boolean) =>
      api("PUT /pages/:page_id/flows/:flow_id/switch", {
        params: { page_id: page.id, flow_id: flowId },
        body: { is_on },
      }),
    onSuccess: ({ is_on }) => showToast({ message: t(is_on ? "switchedOn" : "switchedOff") }),
    onSettled: refresh,
  });
}
