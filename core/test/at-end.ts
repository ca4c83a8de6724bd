/** One test, or a whole file: `{ after }` of node:test. */
export type Test = { after(work: () => Promise<unknown>): void };

const endings = new WeakMap<Test, (() => unknown)[]>();

/**
 * Runs `work` when the test ends, in reverse order: a page is closed before its server stops, and a server stops before
 * its database is dropped. If one part fails, the others still run; hooks of node:test would skip them, and whatever
 * stays open keeps the run from ending.
 */
export function atEnd(t: Test, work: () => unknown): void {
  const known = endings.get(t);
  if (known) return void known.push(work);
  const works = [work];
  endings.set(t, works);
  t.after(async () => {
    const faults: unknown[] = [];
    for (const each of works.reverse()) {
      try {
        await each();
      } catch (fault) {
        faults.push(fault);
      }
    }
    if (faults.length > 0) throw faults[0];
  });
}

/** Makes something that takes long to open when a test first needs it, and closes it when the last user has ended. */
export function shared<Thing>(open: (t: Test) => Promise<Thing>): (t: Test) => Promise<Thing> {
  let current: { thing: Promise<Thing>; users: number; close(): Promise<unknown> } | undefined;

  function start() {
    let close: () => Promise<unknown> = async () => undefined;
    const life: Test = {
      after: (work) => {
        close = work;
      },
    };
    return { thing: open(life), users: 0, close: () => close() };
  }

  return (t) => {
    current ??= start();
    const own = current;
    own.users++;
    atEnd(t, async () => {
      own.users--;
      if (own.users > 0) return;
      if (current === own) current = undefined;
      await own.close();
    });
    return own.thing;
  };
}
