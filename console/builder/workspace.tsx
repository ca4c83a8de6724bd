import "./builder.css";
import { lint } from "@banter/core/flow/lint/lint.ts";
import type { StepTypeName } from "@banter/core/flow/steps/index.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { useDisclosure, useDocumentTitle } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { ReactFlowProvider } from "@xyflow/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { lazyPart } from "../frame/loading/lazy-part.tsx";
import { useMay, usePage } from "../frame/use-page.ts";
import { useClipboard } from "./actions/use-clipboard.ts";
import { useKeys } from "./actions/use-keys.ts";
import { createBuilder } from "./builder.ts";
import { Canvas } from "./canvas/canvas.tsx";
import { Controls } from "./canvas/controls.tsx";
import { useAddStep } from "./canvas/use-add-step.ts";
import { useNextPlace } from "./canvas/use-next-place.ts";
import { BuilderContext, type BuilderScene, useBuilder, useScene } from "./context.ts";
import { readDraft } from "./edit/draft.ts";
import { newEditorId } from "./edit/together/editor-id.ts";
import { KeptBanner } from "./edit/together/kept-banner.tsx";
import { OwnTabStrip } from "./edit/together/others.tsx";
import { useSaving } from "./edit/together/use-saving.ts";
import { useTogether } from "./edit/together/use-together.ts";
import { EmptyCanvas } from "./empty-canvas.tsx";
import { afterPress } from "./faults/after-press.ts";
import { Header } from "./header/header.tsx";
import { InputsContext } from "./inputs/context.ts";
import { inputs } from "./inputs/index.ts";
import { useNames } from "./names/use-names.ts";
import { PalettePopup, PaletteRail } from "./palette/palette.tsx";
import { ConflictBanner } from "./panels/conflict.tsx";
import { SidePanel } from "./panels/side-panel.tsx";

const Shortcuts = lazyPart(async () => (await import("./actions/shortcuts.tsx")).Shortcuts);

type Flow = ReplyOf<"GET /pages/:page_id/flows/:flow_id">;

/** The builder of a loaded flow. */
export function Workspace({ flow }: { flow: Flow }) {
  const page = usePage();
  const canEdit = useMay("build");
  const queries = useQueryClient();
  const params = { page_id: page.id, flow_id: flow.id };
  const { describe } = useSearch({ strict: false });
  const [builder] = useState(() => {
    const made = createBuilder({
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
    });
    if (describe && canEdit) made.set({ panel: "assistant" });
    return made;
  });
  const { names, lintContext, isComplete } = useNames(page, flow.id);
  const scene = useMemo(
    (): BuilderScene => ({ builder, page, flowId: flow.id, names, lintContext }),
    [builder, page, flow.id, names, lintContext],
  );
  return (
    <BuilderContext value={scene}>
      <InputsContext value={inputs}>
        <ReactFlowProvider>
          <Frame flow={flow} canLint={isComplete} />
        </ReactFlowProvider>
      </InputsContext>
    </BuilderContext>
  );
}

function Frame({ flow, canLint }: { flow: Flow; canLint: boolean }) {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  const [name, setName] = useState(flow.name);
  const [editorId] = useState(newEditorId);
  const root = useRef<HTMLDivElement>(null);
  const middle = useRef<HTMLDivElement>(null);
  const hasSteps = useBuilder(({ history }) => Object.keys(history.present.steps).length > 0);
  const isComparing = useBuilder(({ shown }) => shown !== null);
  useDocumentTitle(`${name} · Banter`);
  useLint(canLint);
  useSaving();
  useTogether(editorId);
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
      <OwnTabStrip />
      <KeptBanner editorId={editorId} />
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
      {hasShortcuts && <Shortcuts onClose={closeShortcuts} />}
      <p className="visually-hidden" aria-live="polite">
        {isComparing ? t("versions.shown") : ""}
      </p>
    </div>
  );
}

/** Checks the draft shortly after it has changed, once the page's flows, tags and fields are known. */
function useLint(canLint: boolean): void {
  const { builder, lintContext } = useScene();
  const draft = useBuilder(({ history }) => history.present);
  useEffect(() => {
    if (!canLint) return;
    let isOver = false;
    const show = () => isOver || builder.set({ problems: lint(draft, lintContext) });
    const timer = setTimeout(() => afterPress(show), 250);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [builder, draft, lintContext, canLint]);
}
