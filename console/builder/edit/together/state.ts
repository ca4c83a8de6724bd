/** Other editors of the flow. `names` are of other people, each once; `ownTabs` counts this person's other tabs. */
export type Others = { names: readonly string[]; ownTabs: number };

/** The person who saved the draft at a revision. */
export type Save = { revision: number; name: string; isOwn: boolean };

/** Facts about other editors. */
export type Together = { others: Others; saves: readonly Save[] };

export const alone: Together = { others: { names: [], ownTabs: 0 }, saves: [] };

/** The person who made a revision. If it was saved while no events came, it was the only other editor, if there is one. */
export function authorOf({ saves, others }: Together, revision: number): Pick<Save, "name" | "isOwn"> | undefined {
  const known = saves.find((save) => save.revision === revision);
  if (known) return known;
  const [name, ...more] = others.names;
  if (name === undefined) return others.ownTabs > 0 ? { name: "", isOwn: true } : undefined;
  return more.length === 0 && others.ownTabs === 0 ? { name, isOwn: false } : undefined;
}
