const keepers = new Set<() => Promise<void>>();
let isUnderWay = false;

/** Calls `keep` before the console reloads itself, so that nothing unsaved is lost. Returns the end of it. */
export function beforeReload(keep: () => Promise<void>): () => void {
  keepers.add(keep);
  return () => void keepers.delete(keep);
}

/** True while the console reloads itself: then no question is asked about unsaved work. */
export const isReloading = () => isUnderWay;

export async function reloadConsole(): Promise<void> {
  await Promise.allSettled([...keepers].map((keep) => keep()));
  isUnderWay = true;
  location.reload();
}
