import "./panels.css";
import { ActionIcon, CloseButton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconLayoutSidebarRightCollapse, IconLayoutSidebarRightExpand } from "@tabler/icons-react";
import { type ComponentType, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../frame/loading/lazy-part.tsx";
import type { Panel } from "../builder.ts";
import { useBuilder, useScene } from "../context.ts";
import { Inspector } from "../inspector/inspector.tsx";
import { Problems } from "./problems.tsx";
import { StepsList } from "./steps-list.tsx";
import { useFoldedInspector } from "./use-folded-inspector.ts";
import { Versions } from "./versions.tsx";

// The engine is loaded after the canvas, so that it is there when a flow is first tried out.
const TestDrawer = lazyPart(async () => (await import("./test-drawer.tsx")).TestDrawer);

const Numbers = lazyPart(async () => (await import("./numbers.tsx")).Numbers);

const Triggers = lazyPart(async () => (await import("../triggers/panel.tsx")).Triggers);

const Assistant = lazyPart(async () => (await import("../assistant/panel.tsx")).Assistant);

const panels: Record<Panel, ComponentType> = {
  step: Inspector,
  triggers: Triggers,
  steps: StepsList,
  problems: Problems,
  versions: Versions,
  numbers: Numbers,
  test: TestDrawer,
  assistant: Assistant,
};

/** By then the canvas is drawn. */
const preloadMs = 1500;

/** The panel beside the canvas; on narrow screens a sheet over it. */
export function SidePanel() {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  const panel = useBuilder((state) => state.panel);
  const hasChosen = useBuilder((state) => state.selection.length > 0);
  const [isFolded, fold] = useFoldedInspector();
  const isNarrow = useMediaQuery("(max-width: 48em)");
  useEffect(() => {
    const timer = setTimeout(() => void Promise.all([TestDrawer.preload?.(), Numbers.preload?.()]), preloadMs);
    return () => clearTimeout(timer);
  }, []);
  if (panel === null || (panel === "step" && !hasChosen)) return null;
  const Content = panels[panel];
  const isStrip = panel === "step" && isFolded && !isNarrow;
  if (isStrip) {
    return (
      <aside className="side-panel is-folded" aria-label={t(`panels.${panel}`)}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t("fold.show")}
          title={t("fold.show")}
          onClick={() => fold(false)}
        >
          <IconLayoutSidebarRightExpand size={20} aria-hidden />
        </ActionIcon>
      </aside>
    );
  }
  return (
    <aside className={`side-panel is-${panel}`} aria-label={t(`panels.${panel}`)}>
      {panel === "step" && !isNarrow && (
        <ActionIcon
          className="panel-fold"
          variant="subtle"
          color="gray"
          size={28}
          aria-label={t("fold.hide")}
          title={t("fold.hide")}
          onClick={() => fold(true)}
        >
          <IconLayoutSidebarRightCollapse size={20} aria-hidden />
        </ActionIcon>
      )}
      <CloseButton
        className="panel-close"
        aria-label={t("panels.close")}
        onClick={() => builder.set({ panel: null, shown: null })}
      />
      <Content />
    </aside>
  );
}
