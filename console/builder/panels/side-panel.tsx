import "./panels.css";
import { CloseButton, Skeleton } from "@mantine/core";
import { type ComponentType, lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { Panel } from "../builder.ts";
import { useBuilder, useScene } from "../context.ts";
import { Inspector } from "../inspector/inspector.tsx";
import { Problems } from "./problems.tsx";
import { StepsList } from "./steps-list.tsx";
import { Versions } from "./versions.tsx";

// The engine is loaded when a flow is first tried out.
const TestDrawer = lazy(async () => ({ default: (await import("./test-drawer.tsx")).TestDrawer }));

const Numbers = lazy(async () => ({ default: (await import("./numbers.tsx")).Numbers }));

const Triggers = lazy(async () => ({ default: (await import("../triggers/panel.tsx")).Triggers }));

const panels: Record<Panel, ComponentType> = {
  step: Inspector,
  triggers: Triggers,
  steps: StepsList,
  problems: Problems,
  versions: Versions,
  numbers: Numbers,
  test: TestDrawer,
};

/** The panel beside the canvas; on narrow screens a sheet over it. */
export function SidePanel() {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  const panel = useBuilder((state) => state.panel);
  const hasChosen = useBuilder((state) => state.selection.length > 0);
  if (panel === null || (panel === "step" && !hasChosen)) return null;
  const Content = panels[panel];
  return (
    <aside className={`side-panel is-${panel}`} aria-label={t(`panels.${panel}`)}>
      <CloseButton
        className="panel-close"
        aria-label={t("panels.close")}
        onClick={() => builder.set({ panel: null, shown: null })}
      />
      <Suspense fallback={<Skeleton h={240} />}>
        <Content />
      </Suspense>
    </aside>
  );
}
