import "./panels.css";
import { CloseButton } from "@mantine/core";
import { type ComponentType, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../frame/loading/lazy-part.tsx";
import type { Panel } from "../builder.ts";
import { useBuilder, useScene } from "../context.ts";
import { Inspector } from "../inspector/inspector.tsx";
import { Problems } from "./problems.tsx";
import { StepsList } from "./steps-list.tsx";
import { Versions } from "./versions.tsx";

// The engine is loaded after the canvas, so that it is there when a flow is first tried out.
const TestDrawer = lazyPart(async () => (await import("./test-drawer.tsx")).TestDrawer);

const Numbers = lazyPart(async () => (await import("./numbers.tsx")).Numbers);

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

/** By then the canvas is drawn. */
const preloadMs = 1500;

/** The panel beside the canvas; on narrow screens a sheet over it. */
export function SidePanel() {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  const panel = useBuilder((state) => state.panel);
  const hasChosen = useBuilder((state) => state.selection.length > 0);
  useEffect(() => {
    const timer = setTimeout(() => void Promise.all([TestDrawer.preload?.(), Numbers.preload?.()]), preloadMs);
    return () => clearTimeout(timer);
  }, []);
  if (panel === null || (panel === "step" && !hasChosen)) return null;
  const Content = panels[panel];
  return (
    <aside className={`side-panel is-${panel}`} aria-label={t(`panels.${panel}`)}>
      <CloseButton
        className="panel-close"
        aria-label={t("panels.close")}
        onClick={() => builder.set({ panel: null, shown: null })}
      />
      <Content />
    </aside>
  );
}
