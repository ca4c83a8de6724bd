import { Refusal } from "@banter/sdk/manage.ts";
import type { Draft } from "./draft.ts";
import { createReplica, type Merge, type Pending, type StoredDraft } from "./replica.ts";

export type SaveState =
  | { type: "saved" }
  | { type: "unsaved" }
  | { type: "saving" }
  /** The server could not be reached; the save is retried. */
  | { type: "offline" }
  /** The session has ended. The save waits for the next login. */
  | { type: "loggedOut" }
  /** Somebody else has changed the same steps. Nothing is saved until the user has chosen their form. */
  | { type: "conflict"; theirs: StoredDraft; steps: readonly string[] }
  | { type: "refused"; message: string };

type Deps = {
  save: (draft: Draft, revision: number) => Promise<{ revision: number }>;
  load: () => Promise<StoredDraft>;
  onState: () => void;
  onMerged?: (merge: Merge) => void;
  delayMs?: number;
};

const maxRetryMs = 10_000;

/**
 * Saves a draft shortly after the last edit, one call at a time, and retries while the server is unreachable. Changes of
 * others are merged in, step by step.
 */
export class Saver {
  readonly #deps: Deps;
  readonly #replica: ReturnType<typeof createReplica>;
  #state: SaveState = { type: "saved" };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isStopped = false;
  /** The call under way and those behind it: each acts on the revision that the one before has left. */
  #calls: Promise<void> | undefined;
  /** A save that waits for the call before it: all who ask for one meanwhile share it. */
  #nextSave: Promise<void> | undefined;

  constructor(start: StoredDraft, deps: Deps) {
    this.#deps = deps;
    this.#replica = createReplica(start, (merge) => deps.onMerged?.(merge));
  }

  get state(): SaveState {
    return this.#state;
  }
  get revision(): number {
    return this.#replica.revision;
  }
  /** True if the server has every edit. */
  get isSettled(): boolean {
    return this.#replica.isSettled;
  }
  get pending(): Pending | undefined {
    return this.#replica.pending;
  }

  edit(next: Draft): void {
    if (next === this.#replica.draft) return;
    this.#replica.edit(next);
    // The edit may end the conflict, for example by undoing the own change.
    if (this.#state.type === "conflict") this.#join(this.#state.theirs);
    else if (this.#state.type !== "offline" && this.#state.type !== "loggedOut") {
      if (this.#state.type !== "saving") this.#become({ type: "unsaved" });
      this.#wait();
    }
  }

  /** Saves pending edits now; resolves when they are saved, or cannot be. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    await (this.#nextSave ?? this.#startSave());
    if (this.#state.type === "unsaved") await this.flush();
  }

  /** Reads the draft of the server, unless this revision is known, and merges it in. */
  async catchUp(to = Number.POSITIVE_INFINITY): Promise<void> {
    await this.#alone(async () => {
      const known = this.#state.type === "conflict" ? this.#state.theirs.revision : this.#replica.revision;
      if (known >= to) return;
      const theirs = await this.#deps.load().catch(() => undefined);
      if (theirs && theirs.revision > known) this.#join(theirs);
    });
  }

  /** Ends a conflict with the local form of the steps. Returns the other form of them, which may be applied next. */
  keepMine(): { theirs: Draft; steps: readonly string[] } | undefined {
    if (this.#state.type !== "conflict") return undefined;
    const { theirs, steps } = this.#state;
    this.#replica.keepMine(theirs);
    this.#settle();
    return { theirs: theirs.draft, steps };
  }

  /** Continues from a draft of the server. */
  adopt(stored: StoredDraft): void {
    clearTimeout(this.#timer);
    this.#replica.adopt(stored);
    this.#settle();
  }

  /** Tries to save once more, and not again. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.flush();
  }

  /** Goes on after `stop`. */
  start(): void {
    this.#isStopped = false;
    if (!this.isSettled) this.#wait();
  }

  #become(next: SaveState): void {
    this.#state = next;
    this.#deps.onState();
  }

  #settle(): void {
    this.#become({ type: this.isSettled ? "saved" : "unsaved" });
    if (!this.isSettled) this.#wait();
  }

  #wait(milliseconds = this.#deps.delayMs ?? 800): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.flush(), milliseconds);
  }

  #alone(work: () => Promise<void>): Promise<void> {
    const call = (this.#calls ? this.#calls.then(work) : work()).finally(() => {
      if (this.#calls === call) this.#calls = undefined;
    });
    this.#calls = call;
    return call;
  }

  #startSave(): Promise<void> {
    let hasBegun = false;
    const save = this.#alone(() => {
      hasBegun = true;
      this.#nextSave = undefined;
      return this.#attempt();
    });
    if (!hasBegun) this.#nextSave = save;
    return save;
  }

  async #attempt(): Promise<void> {
    if (this.#state.type === "conflict") return;
    // An edit that was undone before the save needs no save.
    if (this.isSettled) return this.#state.type === "saved" ? undefined : this.#become({ type: "saved" });
    const sent = this.#replica.draft;
    this.#become({ type: "saving" });
    try {
      const { revision } = await this.#deps.save(sent, this.revision);
      this.#failures = 0;
      this.#replica.confirm(sent, revision);
      this.#become({ type: this.isSettled ? "saved" : "unsaved" });
    } catch (error) {
      await this.#fail(outcomeOf(error));
    }
  }

  async #fail(outcome: Outcome): Promise<void> {
    if (outcome.type === "outdated") {
      const theirs = await this.#deps.load().catch(() => undefined);
      if (theirs && theirs.revision !== this.revision) return this.#join(theirs);
    } else if (outcome.type !== "offline") return this.#become(outcome);
    this.#failures += 1;
    this.#become({ type: "offline" });
    this.#wait(Math.min(maxRetryMs, 500 * 2 ** this.#failures));
  }

  #join(theirs: StoredDraft): void {
    const steps = this.#replica.join(theirs);
    if (steps.length > 0) this.#become({ type: "conflict", theirs, steps });
    else this.#settle();
  }
}

type Outcome = Extract<SaveState, { type: "offline" | "loggedOut" | "refused" }> | { type: "outdated" };

/** The meaning of a failed save. Only `offline` is retried by itself. */
function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof Refusal) || error.status >= 500 || error.status === 429) return { type: "offline" };
  if (error.status === 401) return { type: "loggedOut" };
  return error.status === 409 ? { type: "outdated" } : { type: "refused", message: error.message };
}
