import "./test-drawer.css";
import { newCustomer } from "@banter/core/flow/customer.ts";
import { Alert, Button, Group, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Failure } from "../../ui/failure.tsx";
import { useBuilder, useScene } from "../context.ts";
import { unfinishedSteps } from "../try-out/runnable.ts";
import { loadDocument, loadSetup } from "../try-out/setup.ts";
import { startTryOut, type TryOut, type TryOutAction } from "../try-out/try-out.ts";
import { TestChat } from "./test-chat.tsx";
import { TestClock } from "./test-clock.tsx";
import { TestData } from "./test-data.tsx";
import { TestRequest } from "./test-request.tsx";
import { TestTrace } from "./test-trace.tsx";

/** Runs the draft with the production engine, for an invented customer and on its own clock. */
export function TestDrawer() {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  const { view, error, act, restart, isStale } = useTryOut();
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
          <TestClock view={view} act={act} />
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

function useTryOut() {
  const scene = useScene();
  // Reloading a list must not restart the conversation.
  const latest = useRef(scene);
  useEffect(() => {
    latest.current = scene;
  });
  const run = useRef<{ act: (action: TryOutAction) => Promise<TryOut> }>(undefined);
  const [view, setView] = useState<TryOut>();
  const [error, setError] = useState<unknown>();
  const [startedWith, setStartedWith] = useState<unknown>();
  const draft = useBuilder(({ history }) => history.present.steps);
  const begun = useRef(0);

  const restart = useCallback(async () => {
    const turn = ++begun.current;
    setError(undefined);
    const { builder, page, flowId, names } = latest.current;
    const now = builder.get().history.present;
    try {
      const started = await startTryOut({
        setup: await loadSetup(page),
        flowId,
        name: names.flow.get(flowId) ?? "",
        draft: now,
        now: Date.now(),
        seed: Math.floor(Math.random() * 2 ** 31),
        customer: { ...newCustomer("web_1"), firstName: "Ann", lastName: "Lee" },
        load: (id, version) => loadDocument(page.id, id, version),
      });
      // A later restart may finish first; its conversation is the newer one.
      if (turn !== begun.current) return;
      run.current = started;
      setView(started.view);
      setStartedWith(now.steps);
    } catch (failure) {
      setError(failure);
    }
  }, []);
  useEffect(() => void restart(), [restart]);

  const act = useCallback(async (action: TryOutAction) => {
    try {
      if (run.current) setView(await run.current.act(action));
    } catch (failure) {
      setError(failure);
    }
  }, []);
  return { view, error, act, restart, isStale: startedWith !== undefined && startedWith !== draft };
}
