/** One request, the customer it is about and the codes of the messages that it must lead to. */
export type LoadJob = { psid: string; codes: readonly string[]; request: string };

export type Source = {
  /** Makes so many jobs in advance, so that signing does not cost time while the server is measured. */
  prepare(count: number): void;
  next(): LoadJob;
};

/** Numbers never come again within a run, so that every request is a new event. */
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
