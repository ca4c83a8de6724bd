/** How work in the background goes on: until it is stopped, with a rest after each piece. */
export type WorkPace = { goesOn(): boolean; rest(workedMs: number): Promise<void> };

/** Repeats a bounded piece of work while it returns true, for more to do. */
export async function inBites({ goesOn, rest }: WorkPace, bite: () => Promise<boolean>): Promise<void> {
  while (goesOn()) {
    const startedAt = performance.now();
    if (!(await bite())) return;
    await rest(performance.now() - startedAt);
  }
}
