/** How long everything is measured. The whole takes under five minutes, the quick one under one. */
export type Plan = {
  rounds: number;
  seconds: number;
  warmUpSeconds: number;
  anchorSeconds: number;
  paceSeconds: number;
  inMemorySeconds: number;
  deadlineSeconds: number;
  isQuick: boolean;
  isProfiled: boolean;
  /** The jobs to run; without any, all. */
  only: string[];
};

export function readPlan(words: string[]): Plan {
  const isQuick = words.includes("--quick");
  const isProfiled = words.includes("--cpu-prof");
  const only = words.filter((word) => !word.startsWith("-"));
  const unknown = words.find((word) => word.startsWith("-") && word !== "--quick" && word !== "--cpu-prof");
  if (unknown) throw new Error(`There is no option ${unknown}: --quick, --cpu-prof, or the names of jobs.`);
  return { ...(isQuick ? quick : whole), isQuick, isProfiled, only };
}

const whole = {
  rounds: 3,
  seconds: 6,
  warmUpSeconds: 3,
  anchorSeconds: 1,
  paceSeconds: 16,
  inMemorySeconds: 1,
  deadlineSeconds: 295,
};

const quick: typeof whole = {
  rounds: 1,
  seconds: 2,
  warmUpSeconds: 1,
  anchorSeconds: 0.3,
  paceSeconds: 3,
  inMemorySeconds: 0.2,
  deadlineSeconds: 59,
};
