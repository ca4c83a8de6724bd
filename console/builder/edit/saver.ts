import { Refusal } from "@banter/sdk/manage.ts";
import type { Draft } from "./draft.ts";

export type Stored = { draft: Draft; revision: number };

export type SaveState =
  | { type: "saved" }
  | { type: "unsaved" }
  | { type: "saving" }
  /** The server could not be reached; the save is retried. */
  | { type: "offline" }
  /** Somebody else saved first. Nothing is saved until the user has chosen a version. */
  | { type: "conflict"; theirs: Stored }
  | { type: "refused"; message: string };

export type Saver = {
  readonly state: SaveState;
  readonly revision: number;
  /** True if the server has every edit. */
  readonly isSettled: boolean;
  edit: (draft: Draft) => void;
  /** Saves pending edits now; resolves when they are saved, or cannot be. */
  flush: () => Promise<void>;
  /** Saves the local draft over the other one. */
  keepMine: () => Promise<void>;
  /** Continues from a draft of the server. */
  adopt: (stored: Stored) => void;
  stop: () => void;
};

type Deps = {
  save: (draft: Draft, revision: number) => Promise<{ revision: number }>;
  load: () => Promise<Stored>;
  onState: () => void;
  delayMs?: number;
};

/** Saves a draft shortly after the last edit, one call at a time, and retries while the server is unreachable. */
export function createSaver(start: Stored, { save, load, onState, delayMs = 800 }: Deps): Saver {
  let { draft, revision } = start;
  let saved = draft;
  let state: SaveState = { type: "saved" };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: Promise<void> | undefined;
  let failures = 0;

  function become(next: SaveState): void {
    state = next;
    onState();
  }

  function wait(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), milliseconds);
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    // Several callers may wait for the same save; only one of them starts the next.
    while (underWay) await underWay;
    if (state.type === "conflict") return;
    if (draft === saved) {
      // An edit that was undone before the save needs no save.
      if (state.type !== "saved") become({ type: "saved" });
      return;
    }
    underWay = attempt(draft).finally(() => {
      underWay = undefined;
    });
    await underWay;
    if (state.type === "unsaved") await flush();
  }

  async function attempt(sent: Draft): Promise<void> {
    become({ type: "saving" });
    try {
      ({ revision } = await save(sent, revision));
      failures = 0;
      saved = sent;
      become(draft === saved ? { type: "saved" } : { type: "unsaved" });
    } catch (error) {
      await fail(error);
    }
  }

  async function fail(error: unknown): Promise<void> {
    if (error instanceof Refusal && error.status === 409) {
      const theirs = await load().catch(() => undefined);
      if (theirs) return become({ type: "conflict", theirs });
    } else if (error instanceof Refusal && error.status < 500 && error.status !== 429) {
      return become({ type: "refused", message: error.message });
    }
    failures += 1;
    become({ type: "offline" });
    wait(Math.min(30_000, 1000 * 2 ** failures));
  }

  return {
    get state() {
      return state;
    },
    get revision() {
      return revision;
    },
    get isSettled() {
      return draft === saved;
    },
    edit(next) {
      if (next === draft) return;
      draft = next;
      if (state.type === "conflict") return;
      if (state.type !== "saving" && state.type !== "offline") become({ type: "unsaved" });
      if (state.type !== "offline") wait(delayMs);
    },
    flush,
    async keepMine() {
      if (state.type !== "conflict") return;
      revision = state.theirs.revision;
      become({ type: "unsaved" });
      await flush();
    },
    adopt(stored) {
      clearTimeout(timer);
      ({ draft, revision } = stored);
      saved = draft;
      become({ type: "saved" });
    },
    stop: () => clearTimeout(timer),
  };
}
