/** The customers that are selected: some, or all that match the filter. */
export type Selection = { psids: ReadonlySet<string>; isAll: boolean };

export const noSelection: Selection = { psids: new Set(), isAll: false };

export const isSelected = ({ psids, isAll }: Selection, psid: string) => isAll || psids.has(psid);

/** One customer more or less. Out of all that match, one less leaves those that are shown without it. */
export function toggle({ psids, isAll }: Selection, psid: string, shown: string[]): Selection {
  const next = new Set(isAll ? shown : psids);
  if (!next.delete(psid)) next.add(psid);
  return { psids: next, isAll: false };
}

export const selectShown = (shown: string[]): Selection => ({ psids: new Set(shown), isAll: false });
