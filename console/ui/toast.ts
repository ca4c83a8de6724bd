/** Something to tell in passing. With `undo` it offers to take the deed back. */
export type Toast = { kind?: "success" | "failure"; message: string; undo?: () => void };
export type ShownToast = Toast & { id: number };

let shown: ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a toast for some seconds; one that can be undone or tells of a failure stays longer. */
export function showToast(toast: Toast): void {
  const id = ++lastId;
  change([...shown.slice(-2), { ...toast, id }]);
  setTimeout(() => closeToast(id), toast.undo || toast.kind === "failure" ? 10_000 : 4000);
}

export function closeToast(id: number): void {
  if (shown.some((toast) => toast.id === id)) change(shown.filter((toast) => toast.id !== id));
}

export const toasts = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): ShownToast[] => shown,
};

function change(next: ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}
