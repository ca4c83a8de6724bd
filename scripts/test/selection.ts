/** The part of the test files that a run takes. */
export type Selection = {
  /** `usual` is npm test, `rest` is what it leaves out. */
  which: "usual" | "rest" | "all";
  /** Words of which one must be in a file's path. They choose among all files. */
  words: string[];
};

/** Test files that npm test leaves out, by their subject. It has at least one file of every subject. */
const leftOut: [subject: string, place: RegExp][] = [
  ["details of the console", /^e2e\/(?!screens\/screens|console-first-day|docs|.*chat-page)/],
  ["details of the chat", /^widget\/(access|content|embed|embed-safety|files|look|prechat|reconnect|visit)\.test/],
  [
    "conversations on other channels",
    /^server\/channels\/(?!meta\/conversation)(.*\/)?(conversation|comments|thread-control|broadcast)\.test/,
  ],
  [
    "killed, paused and replaced servers",
    /^server\/(supervisor\/|main|process\/(shutdown|start|watchdog)|scenarios\/.*kill|runner\/.*\/killed)/,
  ],
  ["scenarios of whole servers", /^server\/scenarios\/(?!conversation|delivery|people\.|erasure|upgrade)/],
  [
    "slow connections and restarts of PostgreSQL",
    /^server\/(http\/guards\/(node\/|unused)|store\/db\/embedded\/|backup\/|runner\/pages\/recovery)/,
  ],
  [
    "full tables and long queues",
    /^server\/(store\/(customers\/list-plans|conversations\/plans|catalog\/page-memory)|runner\/(outgoing\/long-queue|notices\/fairness))/,
  ],
  ["new keys and throttled logins", /^server\/(domain\/sealing\/|http\/routes\/management\/people\/login-throttle)/],
  ["files of platforms", /^server\/(http\/routes\/media\.test|channels\/meta\/files\/|runner\/round\/album)/],
  ["commands of operators", /^cli\/(audience|operations|people|stored-files)/],
  ["further faults", /^faults\/(short|broken)/],
  ["images, releases and the development server", /^scripts\/(deploy\/image|dev|release|prepare)|^bench\//],
];

export function select(files: string[], { which, words }: Selection): string[] {
  const isWanted = (file: string) => {
    if (words.length > 0) return words.some((word) => file.includes(word));
    return which === "all" || (which === "rest") === isLeftOut(file);
  };
  return files.filter(isWanted).sort();
}

const isLeftOut = (file: string) => leftOut.some(([, place]) => place.test(file));

/** The subjects that npm test leaves out, with the number of their files. */
export function describeLeftOut(files: string[]): string[] {
  return leftOut.flatMap(([subject, place]) => {
    const count = files.filter((file) => place.test(file)).length;
    return count > 0 ? [`${subject} (${count} ${count === 1 ? "file" : "files"})`] : [];
  });
}
