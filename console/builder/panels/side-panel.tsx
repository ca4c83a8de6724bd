import "./panels.css";
import { ActionIcon, CloseButton, Skeleton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconLayoutSidebarRightCollapse, IconLayoutSidebarRightExpand } from "@tabler/icons-react";
import { type ComponentType, lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { Panel } from "../builder.ts";
import { useBuilder, useScene } from "../context.ts";
import { Inspector } from "../inspector/inspector.tsx";
import { Problems } from "./problems.tsx";
import { StepsList } from "./steps-list.tsx";
import { useFoldedInspector } from "./use-folded-inspector.ts";
import { Versions } from "./versions.tsx";

// The engine is loaded when a flow is first tried out.
const TestDrawer = lazy(async () => ({ default: (await import("./test-drawer.tsx")).TestDrawer }));

const Numbers = lazy(async () => ({ default: (await import("./numbers.tsx")).Numbers }));

const panels: Record<Panel, ComponentType> = {
  step: Inspector,
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
  const [isFolded, fold] = useFoldedInspector();
  const isNarrow = useMediaQuery("(max-width: 48em)");
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
      <Suspense fallback={<Skeleton h={240} />}>
        <Content />
      </Suspense>
    </aside>
  );
}
