/** A question before something that cannot be taken back. With `typed`, that text must be typed first. */
export type Question = { title: string; body: string; action: string; isDangerous?: boolean; typed?: string };
export type OpenQuestion = Question & { answer: (agreed: boolean) => void };

let open: OpenQuestion | undefined;
const listeners = new Set<() => void>();

/**
 * Asks, and resolves to whether the person agreed.
 *
 *     if (await confirm({ title: t("delete.title"), body: t("delete.body"), action: t("delete.action") })) …
 */
export function confirm(question: Question): Promise<boolean> {
  open?.answer(false);
  return new Promise((resolve) => {
    change({
      ...question,
      answer: (agreed) => {
        change(undefined);
        resolve(agreed);
      },
    });
  });
}

export const questions = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): OpenQuestion | undefined => open,
};

function change(next: OpenQuestion | undefined): void {
  open = next;
  for (const listener of listeners) listener();
}
