import { parseArgs } from "node:util";

/** How long and how much everything is measured. A quick run takes about two minutes on two quiet cores, a whole one about two hours. */
export type Plan = typeof whole & {
  isQuick: boolean;
  isProfiled: boolean;
  isSoak: boolean;
  /** The jobs to run; empty for all. */
  only: string[];
  /** The folder of another clone, whose server runs J1 in turn with this one's. */
  against: string | undefined;
};

export function readPlan(args: string[]): Plan {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      quick: { type: "boolean" },
      profile: { type: "boolean" },
      soak: { type: "boolean" },
      against: { type: "string" },
      customers: { type: "string" },
    },
  });
  const only = positionals.map((word) => word.toUpperCase());
  if (values.against !== undefined && only.some((word) => word !== "J1"))
    throw new Error("Only J1 can be run against another clone.");
  const { audience, entering, ...others } = values.quick ? quick : whole;
  const customers = Number(values.customers ?? audience);
  return {
    ...others,
    audience: customers,
    entering: values.customers === undefined ? entering : Math.ceil(customers / 10),
    isQuick: values.quick ?? false,
    isProfiled: values.profile ?? false,
    isSoak: values.soak ?? false,
    only,
    against: values.against,
  };
}

const whole = {
  /** How often floor and job are measured in turn. */
  pairs: 5,
  seconds: 6,
  floorSeconds: 3,
  warmUpSeconds: 8,
  paceSeconds: 60,
  /** After the last of J1's loads at full speed, memory is read again. */
  laterSeconds: 600,
  /** How long an idle server is left alone, and how long it is then watched. A quick run watches it before housekeeping. */
  settleSeconds: 60,
  idleSeconds: 30,
  manyPages: 1000,
  /** Customers that are stored before J1 starts. */
  stored: 10_000,
  readSeconds: 5,
  readPage: { flows: 2000, folders: 300, keywords: 5000 },
  burst: 100_000,
  /** A sample of other pages' chats during a burst. */
  sampleSeconds: 15,
  /** As many before the burst as after it. */
  idleSamples: 4,
  timers: 100_000,
  growth: [10_000, 100_000, 1_000_000],
  /** Customers of each page of J8 (`--customers`), and those who enter a sequence. */
  audience: 1_000_000,
  entering: 100_000,
  soakSeconds: 600,
  /** How many nodes a server has. */
  nodes: [1, 2, 4],
  deadlineSeconds: 10_800,
};

const quick: typeof whole = {
  pairs: 3,
  seconds: 1,
  floorSeconds: 0.5,
  warmUpSeconds: 2,
  paceSeconds: 6,
  laterSeconds: 60,
  settleSeconds: 10,
  idleSeconds: 6,
  manyPages: 1000,
  stored: 1280,
  readSeconds: 1,
  readPage: { flows: 200, folders: 30, keywords: 500 },
  burst: 3000,
  sampleSeconds: 3,
  idleSamples: 2,
  timers: 3000,
  growth: [1280, 20_000],
  audience: 6400,
  entering: 1280,
  soakSeconds: 20,
  nodes: [1, 2],
  deadlineSeconds: 600,
};
