import "./test-drawer.css";
import { Alert, Button, Group, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Failure } from "../../ui/failure.tsx";
import { useBuilder, useScene } from "../context.ts";
import { unfinishedSteps } from "../try-out/runnable.ts";
import { TestChat } from "./test-chat.tsx";
import { TestClock } from "./test-clock.tsx";
import { TestCustomerBar } from "./test-customer.tsx";
import { TestData } from "./test-data.tsx";
import { TestModel } from "./test-model.tsx";
import { TestRequest } from "./test-request.tsx";
import { TestSplits } from "./test-splits.tsx";
import { TestTrace } from "./test-trace.tsx";
import { useTryOut } from "./use-try-out.ts";

/** Runs the draft with the production engine, for a customer who can be edited and on its own clock. */
export function TestDrawer() {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  const { view, error, act, restart, isStale, customer, startWith } = useTryOut();
  const [tab, setTab] = useState("trace");
  const draft = useBuilder(({ history }) => history.present);
  const unfinished = unfinishedSteps(draft).length;
  const step = view?.step ?? view?.turns.at(-1)?.steps.at(-1) ?? null;
  useEffect(() => {
    builder.set({ active: step });
    return () => builder.set({ active: null });
  }, [builder, step]);
  return (
    <Stack gap="sm" className="test-drawer">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h4">
          {t("test.title")}
        </Title>
        <Button
          size="compact-sm"
          variant={isStale ? "filled" : "default"}
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={restart}
        >
          {t("test.restart")}
        </Button>
      </Group>
      <TestCustomerBar customer={customer} onStart={startWith} />
      {isStale && (
        <Text size="xs" c="dimmed">
          {t("test.stale")}
        </Text>
      )}
      {unfinished > 0 && (
        <Alert color="yellow" variant="light" p="xs">
          <Text size="sm">{t("test.unfinished", { count: unfinished })}</Text>
        </Alert>
      )}
      {error !== undefined && <Failure error={error} retry={restart} />}
      {view && (
        <>
          <TestChat view={view} act={act} />
          {view.request && <TestRequest request={view.request} act={act} />}
          {view.modelCall && <TestModel call={view.modelCall} chat={view.chat} act={act} />}
          <TestClock view={view} act={act} />
          <TestSplits customer={customer} onStart={startWith} />
          <SegmentedControl
            aria-label={t("test.details")}
            data={["trace", "data"].map((value) => ({ value, label: t(`test.${value}`) }))}
            value={tab}
            onChange={setTab}
          />
          {tab === "trace" ? <TestTrace view={view} /> : <TestData view={view} />}
        </>
      )}
    </Stack>
  );
}
