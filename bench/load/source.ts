/** One request, its customer, and the codes of the messages that must answer it. */
export type LoadJob = { psid: string; codes: readonly string[]; request: string };

export type Source = {
  /** Makes jobs in advance, so that signing takes no time while the server is measured. */
  prepare(count: number): void;
  next(): LoadJob;
};

/** Unique within a run, so that every request is a new event. */
let lastNumber = 0;

export function sourceOf(make: (number: number) => LoadJob): Source {
  let ready: LoadJob[] = [];
  let used = 0;
  return {
    prepare(count) {
      ready = ready.slice(used);
      used = 0;
      while (ready.length < count) ready.push(make(lastNumber++));
    },
    next: () => ready[used++] ?? make(lastNumber++),
  };
}
