/** Collects clean-up work and runs it in reverse order. A second call of `all` waits for the first. */
export type Undo = { add(work: () => Promise<unknown>): void; all(): Promise<void> };

export function openUndo(): Undo {
  const works: (() => Promise<unknown>)[] = [];
  let ending: Promise<void> | undefined;

  async function end(): Promise<void> {
    for (let work = works.pop(); work; work = works.pop()) {
      await work().catch((error: Error) => console.error(`Clean-up failed: ${error.message}`));
    }
  }
  return { add: (work) => void works.push(work), all: () => (ending ??= end()) };
}
