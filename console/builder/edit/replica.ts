import type { Draft } from "./draft.ts";
import { mergeDrafts, shareSteps } from "./merge.ts";

export type StoredDraft = { draft: Draft; revision: number };

/** Edits that the server does not have, and the draft that they began from. */
export type Pending = { draft: Draft; base: Draft; revision: number };

/** Somebody else has changed the draft from `base` to `theirs`. `merged` has the local edits too. */
export type Merge = { merged: Draft; base: Draft; theirs: Draft };

/** The draft as it is edited here, and as the server has it. */
export function createReplica(start: StoredDraft, onMerged: (merge: Merge) => void) {
  let { draft, revision } = start;
  /** The draft of the server at `revision`. */
  let saved = draft;

  function continueFrom(theirs: StoredDraft, merged: Draft): void {
    const base = saved;
    ({ draft: saved, revision } = theirs);
    draft = merged;
    onMerged({ merged, base, theirs: saved });
  }

  return {
    get draft() {
      return draft;
    },
    get revision() {
      return revision;
    },
    get isSettled() {
      return draft === saved;
    },
    get pending(): Pending | undefined {
      return draft === saved ? undefined : { draft, base: saved, revision };
    },
    edit(next: Draft): void {
      draft = next;
    },
    /** The server has taken this draft. */
    confirm(sent: Draft, at: number): void {
      [saved, revision] = [sent, at];
    },
    /** Continues from a newer draft of the server with the local edits. Returns the steps that both have changed. */
    join(theirs: StoredDraft): string[] {
      const newer = shareSteps(saved, theirs.draft);
      const { draft: merged, conflicts } = mergeDrafts(saved, draft, newer);
      if (conflicts.length === 0) continueFrom({ ...theirs, draft: newer }, merged);
      return conflicts;
    },
    /** Continues from the other draft with the local form of all steps that both have changed. */
    keepMine(theirs: StoredDraft): void {
      const newer = shareSteps(saved, theirs.draft);
      continueFrom({ ...theirs, draft: newer }, mergeDrafts(saved, draft, newer).draft);
    },
    /** Continues from a draft of the server without the local edits. */
    adopt(stored: StoredDraft): void {
      ({ draft, revision } = stored);
      saved = draft;
    },
  };
}
