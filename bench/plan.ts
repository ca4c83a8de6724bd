/** How long and how much everything is measured. A full run takes about half an hour, a quick one two minutes. */
export type Plan = typeof whole & {
  isQuick: boolean;
  isProfiled: boolean;
  isSoak: boolean;
  /** The jobs to run; empty for all. */
  only: string[];
};

const options = ["--quick", "--profile", "--soak"];

export function readPlan(words: string[]): Plan {
  const only = words.filter((word) => !word.startsWith("-")).map((word) => word.toUpperCase());
  const unknown = words.find((word) => word.startsWith("-") && !options.includes(word));
  if (unknown) throw new Error(`Unknown option ${unknown}. Use ${options.join(", ")} or names of jobs, such as j1.`);
  const [isQuick, isProfiled, isSoak] = options.map((option) => words.includes(option));
  return {
    ...(isQuick ? quick : whole),
    isQuick: isQuick ?? false,
    isProfiled: isProfiled ?? false,
    isSoak: isSoak ?? false,
    only,
  };
}

const whole = {
  rounds: 3,
  seconds: 6,
  warmUpSeconds: 4,
  anchorSeconds: 1,
  paceSeconds: 40,
  inMemorySeconds: 1,
  /** Customers that are stored before J1 starts. */
  stored: 10_000,
  readSeconds: 5,
  readPage: { flows: 2000, folders: 300, keywords: 5000 },
  burst: 100_000,
  timers: 100_000,
  growth: [10_000, 100_000, 1_000_000],
  soakSeconds: 600,
  /** How many nodes a server has. */
  nodes: [1, 2, 4],
  deadlineSeconds: 3600,
};

const quick: typeof whole = {
  rounds: 1,
  seconds: 2,
  warmUpSeconds: 1,
  anchorSeconds: 0.2,
  paceSeconds: 4,
  inMemorySeconds: 0.1,
  stored: 2000,
  readSeconds: 1,
  readPage: { flows: 200, folders: 30, keywords: 500 },
  burst: 3000,
  timers: 3000,
  growth: [2000, 20_000],
  soakSeconds: 20,
  nodes: [1, 2, 4],
  deadlineSeconds: 400,
};
