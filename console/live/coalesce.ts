const running = new Map<string, { again: boolean }>();

/**
 * Runs the work now, or once more after the run that is under way: a burst of events becomes few calls, and the last run
 * always begins after the last event.
 */
export async function coalesce(key: string, work: () => Promise<unknown>): Promise<void> {
  const current = running.get(key);
  if (current) {
    current.again = true;
    return;
  }
  const run = { again: false };
  running.set(key, run);
  try {
    do {
      run.again = false;
      await work().catch(() => undefined);
    } while (run.again);
  } finally {
    running.delete(key);
  }
}
