import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FlowSelect } from "../../frame/flow-select.tsx";
import { useMay } from "../../frame/use-page.ts";
import { showToast } from "../../ui/toast.tsx";
import { Part } from "./part.tsx";
import { useBotActions } from "./use-bot-actions.ts";

/** Starts a published flow for the customer. */
export function StartFlow({ psid }: { psid: string }) {
  const { t } = useTranslation("conversations");
  const mayConverse = useMay("converse");
  const [flowId, setFlowId] = useState<number | null>(null);
  const { startFlow } = useBotActions(psid);
  if (!mayConverse) return null;
  const start = () => {
    if (flowId === null) return;
    startFlow.mutate(flowId, {
      onSuccess: () => {
        setFlowId(null);
        showToast({ message: t("beside.flowStarted") });
      },
    });
  };
  return (
    <Part title={t("beside.startFlow")}>
      <Group gap="xs" wrap="nowrap">
        <FlowSelect flex={1} size="xs" aria-label={t("beside.startFlow")} value={flowId} onChange={setFlowId} />
        <Button size="xs" variant="default" disabled={flowId === null} loading={startFlow.isPending} onClick={start}>
          {t("beside.start")}
        </Button>
      </Group>
    </Part>
  );
}
