import type { Problem } from "@banter/core/flow/problem.ts";
import { isRemark, type StepTypeName } from "@banter/core/flow/steps/index.ts";
import type { Comparison } from "./edit/compare.ts";
import { type Pasted, type Place, pasteSteps } from "./edit/copy.ts";
import type { Draft, Path, Point } from "./edit/draft.ts";
import { addStep, connect, freshId, moveSteps, removeSteps, setInStep } from "./edit/edit.ts";
import { change, type History, redo, startHistory, undo } from "./edit/history.ts";
import { newStep } from "./edit/new-step.ts";
import { createSaver, type Saver, type SaveState, type Stored } from "./edit/saver.ts";
import { exitsOf } from "./steps/exits.ts";

export type Panel = "step" | "steps" | "problems" | "versions" | "test";

/** Where the palette is open, and the exit that what is chosen will be connected to. */
export type PaletteCall = { screen: Point | null; at: Point; from?: { step: string; exit: Path } | undefined };

export type BuilderState = {
  history: History<Draft>;
  selection: readonly string[];
  /** The exit whose way is chosen on the canvas: `step` and `handle`. */
  edge: { step: string; exit: Path } | null;
  panel: Panel | null;
  palette: PaletteCall | null;
  saving: SaveState;
  problems: readonly Problem[];
  /** Where the conversation in the test drawer is. */
  active: string | null;
  /** An earlier version that the canvas compares the draft with. */
  shown: { version: number; document: Draft; comparison: Comparison } | null;
};

export type Builder = ReturnType<typeof createBuilder>;

type Start = {
  stored: Stored;
  canEdit: boolean;
  save: (draft: Draft, revision: number) => Promise<{ revision: number }>;
  load: () => Promise<Stored>;
};

/** All that the builder knows and does, without a screen. */
export function createBuilder({ stored, canEdit, save, load }: Start) {
  const listeners = new Set<() => void>();
  const saver: Saver = createSaver(stored, { save, load, onState: () => set({ saving: saver.state }) });
  let state: BuilderState = {
    history: startHistory(stored.draft),
    selection: [],
    edge: null,
    panel: null,
    palette: null,
    saving: saver.state,
    problems: [],
    active: null,
    shown: null,
  };

  function set(next: Partial<BuilderState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  /** Whatever was chosen and is gone is not chosen any more. */
  function keep(history: History<Draft>, more: Partial<BuilderState> = {}): void {
    if (!canEdit || history === state.history) return;
    const there = (id: string) => Object.hasOwn(history.present.steps, id);
    const selection = (more.selection ?? state.selection).filter(there);
    set({ edge: null, ...more, history, selection });
    saver.edit(history.present);
  }

  function apply(draft: Draft, { mark, ...more }: { mark?: string } & Partial<BuilderState> = {}): void {
    keep(change(state.history, draft, { mark, at: Date.now() }), more);
  }

  const draft = () => state.history.present;
  return {
    canEdit,
    saver,
    get: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set,
    apply,
    undo: () => keep(undo(state.history)),
    redo: () => keep(redo(state.history)),

    /** A new step, chosen at once, and connected to the exit it was asked for from. */
    add(type: StepTypeName, at: Point, from?: PaletteCall["from"]): string | undefined {
      if (!canEdit) return undefined;
      const id = freshId(draft(), type, Math.random);
      const added = addStep(draft(), id, newStep(type), at);
      const joined = from && !isRemark({ type }) ? connect(added, from.step, from.exit, id) : added;
      apply(joined, { selection: [id], panel: "step", palette: null });
      return id;
    },
    connect: (step: string, exit: Path, target: string | null) => apply(connect(draft(), step, exit, target)),
    setSetting: (step: string, path: Path, value: unknown) =>
      apply(setInStep(draft(), step, path, value), { mark: JSON.stringify([step, path]) }),
    setStart: (start: string) => apply({ ...draft(), start }),
    move: (places: ReadonlyMap<string, Point>, mark?: string) =>
      apply(moveSteps(draft(), places), mark === undefined ? {} : { mark }),
    remove(ids: readonly string[]) {
      if (ids.length > 0) apply(removeSteps(draft(), ids), { selection: [] });
    },
    paste(text: string, to: Place, at?: Point): Pasted | undefined {
      const pasted = canEdit ? pasteSteps(draft(), text, { to, ...(at && { at }), random: Math.random }) : undefined;
      if (pasted) apply(pasted.draft, { selection: pasted.ids });
      return pasted;
    },
    select(ids: readonly string[], panel?: Panel | null) {
      const isSame = ids.length === state.selection.length && ids.every((id, index) => state.selection[index] === id);
      if (isSame && panel === undefined && state.edge === null) return;
      set({ selection: ids, edge: null, ...(panel !== undefined && { panel }) });
    },
    /** Takes over what is on the server, as one change that can be undone where it is mine to change. */
    adopt(next: Stored) {
      saver.adopt(next);
      const history = change(state.history, next.draft, { at: Date.now() });
      set({ history, selection: state.selection.filter((id) => next.draft.steps[id]), edge: null, shown: null });
    },
    stop: () => saver.stop(),
  };
}

/** The exit that a step added after this one is connected to: the first that leads nowhere yet. */
export function freeExit(draft: Draft, id: string): PaletteCall["from"] {
  const step = draft.steps[id];
  const free = step && exitsOf(step).find(({ kind, target }) => kind === "next" && target === null);
  return free && { step: id, exit: free.path };
}
