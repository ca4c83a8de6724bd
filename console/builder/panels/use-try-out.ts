import { channelFacts } from "@banter/core/channels/index.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PageInfo } from "../../frame/use-page.ts";
import { useBuilder, useScene } from "../context.ts";
import type { Say } from "../steps/summary.ts";
import { loadDocument, loadSetup } from "../try-out/setup.ts";
import {
  newTestCustomer,
  recallTestCustomer,
  rememberTestCustomer,
  startOf,
  type TestCustomer,
} from "../try-out/test-customer.ts";
import { startTryOut, type TryOut, type TryOutAction } from "../try-out/try-out.ts";

/** The conversation in the test drawer, and the customer it is with. */
export function useTryOut() {
  const { t } = useTranslation("builder");
  const scene = useScene();
  const [customer, setCustomer] = useState(() => recallTestCustomer(scene.page.id) ?? usualCustomer(scene.page, t));
  // Reloading a list must not restart the conversation.
  const latest = useRef({ ...scene, customer });
  useEffect(() => {
    latest.current = { ...scene, customer };
  });
  const run = useRef<{ act: (action: TryOutAction) => Promise<TryOut> }>(undefined);
  const [view, setView] = useState<TryOut>();
  const [error, setError] = useState<unknown>();
  const [startedWith, setStartedWith] = useState<unknown>();
  const draft = useBuilder(({ history }) => history.present.steps);
  const begun = useRef(0);

  const restart = useCallback(async (next?: TestCustomer) => {
    const turn = ++begun.current;
    setError(undefined);
    const { builder, page, flowId, names, customer: current } = latest.current;
    const draftNow = builder.get().history.present;
    const now = Date.now();
    try {
      const setup = await loadSetup(page);
      const types = new Map([...setup.fields.values()].map(({ name, type }) => [name, type]));
      const { customer, state } = startOf(next ?? current, { types, zone: page.timezone, now });
      const started = await startTryOut({
        setup,
        flowId,
        name: names.flow.get(flowId) ?? "",
        draft: draftNow,
        now,
        seed: Math.floor(Math.random() * 2 ** 31),
        customer,
        state,
        load: (id, version) => loadDocument(page.id, id, version),
      });
      // A later restart may finish first; its conversation is the newer one.
      if (turn !== begun.current) return;
      run.current = started;
      setView(started.view);
      setStartedWith(draftNow.steps);
    } catch (failure) {
      setError(failure);
    }
  }, []);
  useEffect(() => void restart(), [restart]);

  const startWith = useCallback(
    (next: TestCustomer) => {
      rememberTestCustomer(latest.current.page.id, next);
      setCustomer(next);
      void restart(next);
    },
    [restart],
  );
  const act = useCallback(async (action: TryOutAction) => {
    try {
      if (run.current) setView(await run.current.act(action));
    } catch (failure) {
      setError(failure);
    }
  }, []);
  const isStale = startedWith !== undefined && startedWith !== draft;
  return { view, error, act, restart: () => void restart(), isStale, customer, startWith };
}

/** Has a name only where real customers have one before they tell it. */
function usualCustomer({ channel }: PageInfo, say: Say): TestCustomer {
  if (!channelFacts[channel].tellsNames) return newTestCustomer;
  const values = { user_first_name: say("testCustomer.sample.first"), user_last_name: say("testCustomer.sample.last") };
  return { ...newTestCustomer, values };
}
