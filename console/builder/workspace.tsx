import "./builder.css";
import { lint } from "@banter/core/flow/lint/lint.ts";
import type { StepTypeName } from "@banter/core/flow/steps/index.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { useDisclosure, useDocumentTitle } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { ReactFlowProvider } from "@xyflow/react";
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { useMay, usePage } from "../frame/use-page.ts";
import { confirm } from "../ui/confirm.tsx";
import { useClipboard } from "./actions/use-clipboard.ts";
import { useKeys } from "./actions/use-keys.ts";
import { createBuilder } from "./builder.ts";
import { Canvas } from "./canvas/canvas.tsx";
import { Controls } from "./canvas/controls.tsx";
import { useAddStep } from "./canvas/use-add-step.ts";
import { useNextPlace } from "./canvas/use-next-place.ts";
import { BuilderContext, type BuilderScene, useBuilder, useScene } from "./context.ts";
import { readDraft } from "./edit/draft.ts";
import { EmptyCanvas } from "./empty-canvas.tsx";
import { Header } from "./header/header.tsx";
import { InputsContext } from "./inputs/context.ts";
import { inputs } from "./inputs/index.ts";
import { PalettePopup, PaletteRail } from "./palette/palette.tsx";
import { ConflictBanner } from "./panels/conflict.tsx";
import { SidePanel } from "./panels/side-panel.tsx";
import { useNames } from "./use-names.ts";

const Shortcuts = lazy(async () => ({ default: (await import("./actions/shortcuts.tsx")).Shortcuts }));

type Flow = ReplyOf<"GET /pages/:page_id/flows/:flow_id">;

/** The builder of a loaded flow. */
export function Workspace({ flow }: { flow: Flow }) {
  const page = usePage();
  const canEdit = useMay("build");
  const queries = useQueryClient();
  const params = { page_id: page.id, flow_id: flow.id };
  const [builder] = useState(() =>
    createBuilder({
      stored: { draft: readDraft(flow.draft), revision: flow.revision },
      canEdit,
      save: async (draft, revision) => {
        const saved = await api("PUT /pages/:page_id/flows/:flow_id/draft", { params, body: { draft, revision } });
        // The list of flows shows which have changes.
        void queries.invalidateQueries({ queryKey: ["page", page.id, "tree"], refetchType: "none" });
        return saved;
      },
      load: async () => {
        const { draft, revision } = await api("GET /pages/:page_id/flows/:flow_id", { params });
        return { draft: readDraft(draft), revision };
      },
    }),
  );
  const { names, lintContext } = useNames(page, flow.id);
  const scene = useMemo(
    (): BuilderScene => ({ builder, page, flowId: flow.id, names, lintContext }),
    [builder, page, flow.id, names, lintContext],
  );
  return (
    <BuilderContext value={scene}>
      <InputsContext value={inputs}>
        <ReactFlowProvider>
          <Frame flow={flow} />
        </ReactFlowProvider>
      </InputsContext>
    </BuilderContext>
  );
}

function Frame({ flow }: { flow: Flow }) {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  const [name, setName] = useState(flow.name);
  const root = useRef<HTMLDivElement>(null);
  const middle = useRef<HTMLDivElement>(null);
  const hasSteps = useBuilder(({ history }) => Object.keys(history.present.steps).length > 0);
  const isComparing = useBuilder(({ shown }) => shown !== null);
  useDocumentTitle(`${name} · Banter`);
  useLint();
  useSaving();
  const nextPlace = useNextPlace(middle);
  const openPalette = useCallback(() => builder.set({ palette: nextPlace() }), [builder, nextPlace]);
  const [hasShortcuts, { open: openShortcuts, close: closeShortcuts }] = useDisclosure(false);
  useKeys({ root, openPalette, openShortcuts });
  useClipboard(root);
  const addStep = useAddStep();
  const add = (type: StepTypeName) => addStep(type, nextPlace());
  const canDraw = builder.canEdit && !isComparing;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving a field saves
    <div className="builder" ref={root} onBlur={() => void builder.saver.flush()}>
      <Header name={name} onRenamed={setName} />
      <ConflictBanner name={name} />
      <div className="builder-middle">
        {canDraw && <PaletteRail onAdd={add} />}
        <div className="builder-canvas" ref={middle}>
          <Canvas />
          <Controls openPalette={canDraw ? openPalette : undefined} openShortcuts={openShortcuts} />
          {!hasSteps && !isComparing && <EmptyCanvas onAdd={add} />}
          {canDraw && <PalettePopup bounds={() => middle.current?.getBoundingClientRect()} />}
        </div>
        <SidePanel />
      </div>
      {hasShortcuts && (
        <Suspense>
          <Shortcuts onClose={closeShortcuts} />
        </Suspense>
      )}
      <p className="visually-hidden" aria-live="polite">
        {isComparing ? t("versions.shown") : ""}
      </p>
    </div>
  );
}

/** Checks the draft shortly after it has changed. */
function useLint(): void {
  const { builder, lintContext } = useScene();
  const draft = useBuilder(({ history }) => history.present);
  useEffect(() => {
    const timer = setTimeout(() => builder.set({ problems: lint(draft, lintContext) }), 250);
    return () => clearTimeout(timer);
  }, [builder, draft, lintContext]);
}

/** Saves when the window loses the focus or the network is back. Asks before leaving with unsaved changes. */
function useSaving(): void {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  const { saver } = builder;
  useEffect(() => {
    const flush = () => void saver.flush();
    addEventListener("blur", flush);
    addEventListener("online", flush);
    return () => {
      removeEventListener("blur", flush);
      removeEventListener("online", flush);
    };
  }, [saver]);
  useBlocker({
    shouldBlockFn: async () => {
      await saver.flush();
      if (saver.isSettled) return false;
      const question = { title: t("leave.title"), body: t("leave.body"), action: t("leave.action") };
      return !(await confirm(question));
    },
    enableBeforeUnload: () => !saver.isSettled,
  });
}
