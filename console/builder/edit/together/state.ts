/** Other editors of the flow. `names` are of other people, each once; `ownTabs` counts this person's other tabs. */
export type Others = { names: readonly string[]; ownTabs: number };

/** Who has saved the draft at a revision. */
export type Save = { revision: number; name: string; isOwn: boolean };

/** Facts about other editors. */
export type Together = { others: Others; saves: readonly Save[] };

export const alone: Together = { others: { names: [], ownTabs: 0 }, saves: [] };
