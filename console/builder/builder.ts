import type { Problem } from "@banter/core/flow/problem.ts";
import { isRemark, type StepTypeName } from "@banter/core/flow/steps/index.ts";
import type { PeriodSearch } from "../ui/period/period.ts";
import type { Comparison } from "./edit/compare.ts";
import { type PasteResult, type Place, pasteSteps, type Spot } from "./edit/copy.ts";
import type { Draft, Path, Point } from "./edit/draft.ts";
import { addStep, connect, freshId, healIn, moveSteps, removeSteps, setInStep } from "./edit/edit.ts";
import { change, type History, rebase, redo, startHistory, undo } from "./edit/history.ts";
import { mergeDrafts } from "./edit/merge.ts";
import { newStep } from "./edit/new-step.ts";
import { placeBehind } from "./edit/place-behind.ts";
import type { Merge, StoredDraft } from "./edit/replica.ts";
import { Saver, type SaveState } from "./edit/saver.ts";
import { alone, type Together } from "./edit/together/state.ts";
import {
  emptyPlaces,
  finishSteps,
  leave,
  shownProblems,
  stepPointer,
  touch,
  type UnfinishedPlaces,
} from "./faults/shown-problems.ts";
import { exitsOf, nextExits } from "./steps/exits.ts";

export type Panel = "step" | "triggers" | "steps" | "problems" | "versions" | "numbers" | "test" | "assistant";

/** An exit of a step. If it is connected, it is also the name of the line. */
export type ExitOf = { step: string; exit: Path };

/** Position of the open palette, the exit that the new step will be connected to, and the step that it leads to. */
export type PaletteCall = { screen: Point | null; at: Point; from?: ExitOf | undefined; to?: string | undefined };

export type BuilderState = {
  history: History<Draft>;
  selection: readonly string[];
  /** The exit whose line is selected on the canvas. One that is selected by a key takes the focus. */
  edge: (ExitOf & { isByKey?: boolean }) | null;
  panel: Panel | null;
  palette: PaletteCall | null;
  saving: SaveState;
  together: Together;
  problems: readonly Problem[];
  /** False while the problems are those of an earlier draft: the check runs shortly after a change. */
  isChecked: boolean;
  /** The flow was just opened, and not checked yet. */
  isFirstCheck: boolean;
  /** Places whose problems are not shown yet, as their author has just made them. */
  unfinished: UnfinishedPlaces;
  /** The problems that are shown. */
  shownProblems: readonly Problem[];
  /** The period of the numbers on the nodes while their panel is open; else they are of all time. */
  period: PeriodSearch;
  /** The current step of the conversation in the test drawer. */
  active: string | null;
  /** The earlier version that the canvas compares the draft with. */
  shown: { version: number; document: Draft; comparison: Comparison } | null;
};

type OnLine = { to: string; moved: ReadonlyMap<string, Point> };

export type Builder = ReturnType<typeof createBuilder>;

type Start = {
  stored: StoredDraft;
  canEdit: boolean;
  save: (draft: Draft, revision: number) => Promise<{ revision: number }>;
  load: () => Promise<StoredDraft>;
};

/** The state and the actions of the builder, without a screen. */
export function createBuilder({ stored, canEdit, save, load }: Start) {
  const listeners = new Set<() => void>();
  const saver: Saver = new Saver(stored, { save, load, onState: () => set({ saving: saver.state }), onMerged });
  let state = firstState(stored, saver.state);

  function set(next: Partial<BuilderState>): void {
    const isEdited = next.history !== undefined && next.history.present !== draft();
    const isChecked = next.problems !== undefined || (state.isChecked && !isEdited);
    state = withShownProblems(state, { ...state, isChecked, ...opened(state, next), ...next });
    for (const listener of listeners) listener();
  }

  /** An undo takes back only what was edited here. */
  function onMerged({ merged, base, theirs }: Merge): void {
    const history = rebase(state.history, merged, (entry) => mergeDrafts(base, entry, theirs).draft);
    set({ history, selection: among(merged, state.selection), edge: null });
  }

  /** Steps that are gone are no longer selected. */
  function keep(history: History<Draft>, more: Partial<BuilderState> = {}): void {
    if (!canEdit || history === state.history) return;
    const selection = among(history.present, more.selection ?? state.selection);
    set({ edge: null, ...more, history, selection });
    saver.edit(history.present);
  }

  function apply(draft: Draft, { mergeKey, ...more }: { mergeKey?: string } & Partial<BuilderState> = {}): void {
    keep(change(state.history, draft, { mergeKey, at: Date.now() }), more);
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

    /**
     * Adds a step, selects it and connects it to the exit that it was added from. On a line it leads to the line's
     * former target, and the steps in `moved` make room for it.
     */
    add(type: StepTypeName, at: Point, from?: ExitOf, line?: OnLine): string | undefined {
      if (!canEdit) return undefined;
      const { id, added } = withNewStep(draft(), type, at, from);
      const isOnLine = line && from && !isRemark({ type });
      const placed = isOnLine ? moveSteps(leadTo(added, id, line.to), line.moved) : added;
      apply(placed, { selection: [id], panel: "step", palette: null, unfinished: withYoung(state, id) });
      return id;
    },
    /** Adds a step behind an exit of the selected step, and opens it. */
    addBehind(type: StepTypeName, from: NonNullable<PaletteCall["from"]>): string | undefined {
      if (!canEdit) return undefined;
      const { id, added } = withNewStep(draft(), type, placeBehind(draft(), from.step), from);
      apply(added, { selection: [id], panel: "step", unfinished: withYoung(state, id) });
      return id;
    },
    connect: (step: string, exit: Path, target: string | null) => apply(connect(draft(), step, exit, target)),
    /** Exits that the step then no longer has, as of a removed branch, go with it. */
    setSetting: (step: string, path: Path, value: unknown) =>
      apply(healIn(setInStep(draft(), step, path, value), step), {
        mergeKey: JSON.stringify([step, path]),
        unfinished: touch(state.unfinished, stepPointer(step, path)),
      }),
    /** A row that has just been added: its faults are shown when its fields are left. */
    markNew: (step: string, path: Path) => set({ unfinished: withYoung(state, step, path) }),
    leaveField: (place: string) => set({ unfinished: leave(state.unfinished, place) }),
    showAllProblems: () => set({ isFirstCheck: false, unfinished: noPlaces }),
    setStart: (start: string) => apply({ ...draft(), start }),
    move: (places: ReadonlyMap<string, Point>, mergeKey?: string) =>
      apply(moveSteps(draft(), places), mergeKey === undefined ? {} : { mergeKey }),
    remove(ids: readonly string[]) {
      if (ids.length > 0) apply(removeSteps(draft(), ids), { selection: [] });
    },
    paste(text: string, to: Place, spot: Spot = {}): PasteResult | undefined {
      const pasted = canEdit ? pasteSteps(draft(), text, { to, ...spot, random: Math.random }) : undefined;
      if (pasted) apply(pasted.draft, { selection: pasted.ids });
      return pasted;
    },
    select(ids: readonly string[], panel?: Panel | null) {
      const isSame = ids.length === state.selection.length && ids.every((id, index) => state.selection[index] === id);
      if (isSame && panel === undefined && state.edge === null) return;
      set({ selection: ids, edge: null, ...(panel !== undefined && { panel }) });
    },
    /** Takes over the server's draft as one change that can be undone. */
    adopt(next: StoredDraft) {
      saver.adopt(next);
      const history = change(state.history, next.draft, { at: Date.now() });
      set({ history, selection: among(next.draft, state.selection), edge: null, shown: null });
    },
    stop: () => saver.stop(),
  };
}

/** Those of the steps that are there. */
const among = ({ steps }: Draft, ids: readonly string[]) => ids.filter((id) => Object.hasOwn(steps, id));

/** The first check finds what was empty already: its author may be about to fill it in. */
function opened(
  { isFirstCheck, unfinished, history }: BuilderState,
  { problems }: Partial<BuilderState>,
): Partial<BuilderState> {
  if (!problems || !isFirstCheck) return {};
  const young = [...unfinished.young, ...emptyPlaces(problems, history.present)];
  return { isFirstCheck: false, unfinished: { ...unfinished, young } };
}

/** Connects the first exit of a step, if it has any. */
function leadTo(draft: Draft, id: string, target: string): Draft {
  const step = draft.steps[id];
  const [first] = step ? nextExits(step) : [];
  return first ? connect(draft, id, first.path, target) : draft;
}

function firstState({ draft }: StoredDraft, saving: SaveState): BuilderState {
  return {
    history: startHistory(draft),
    selection: [],
    edge: null,
    panel: null,
    palette: null,
    saving,
    together: alone,
    problems: [],
    isChecked: false,
    isFirstCheck: true,
    unfinished: noPlaces,
    shownProblems: [],
    period: {},
    active: null,
    shown: null,
  };
}

const noPlaces: UnfinishedPlaces = { young: [], touched: [], left: [] };

/** The problems that are shown follow from all of them, and from what the author has filled in. */
function withShownProblems(before: BuilderState, next: BuilderState): BuilderState {
  const gone = before.selection.filter((id) => !next.selection.includes(id));
  const unfinished = gone.length > 0 ? finishSteps(next.unfinished, gone) : next.unfinished;
  // A field that is left just after a change must not show the problem that the change has solved.
  if (!next.isChecked) return { ...next, unfinished };
  if (next.problems === before.problems && unfinished === before.unfinished) return next;
  return { ...next, unfinished, shownProblems: shownProblems(next.problems, unfinished) };
}

function withYoung({ unfinished }: BuilderState, step: string, path: Path = []): UnfinishedPlaces {
  return { ...unfinished, young: [...unfinished.young, stepPointer(step, path)] };
}

/** The draft with a new step, connected to the exit that it was added from. */
function withNewStep(
  draft: Draft,
  type: StepTypeName,
  at: Point,
  from: PaletteCall["from"],
): { id: string; added: Draft } {
  const id = freshId(draft, type, Math.random);
  const added = addStep(draft, id, newStep(type), at);
  return { id, added: from && !isRemark({ type }) ? connect(added, from.step, from.exit, id) : added };
}

/** The exit that the next step is connected to: the first without a target. */
export function freeExit(draft: Draft, id: string): ExitOf | undefined {
  const step = draft.steps[id];
  const free = step && exitsOf(step).find(({ kind, target }) => kind === "next" && target === null);
  return free && { step: id, exit: free.path };
}
