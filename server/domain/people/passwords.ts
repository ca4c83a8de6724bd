import { AsyncLocalStorage } from "node:async_hooks";
import { AppError } from "@banter/core/model/error.ts";

/**
 * Hashing takes 0.1 s of a core and 16 MiB. Few run at a time and few wait, so that many logins cannot block the server.
 * Throws `unavailable` when too many wait.
 */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(async () => (await crypto()).hashPassword(password));

export const verifyPassword = (given: { hash: string; password: string }): Promise<boolean> =>
  inTurn(async () => (await crypto()).verifyPassword(given));

/**
 * Runs a call from a browser in which the user has logged in before. Its hashes have a lane of their own, which guesses
 * from elsewhere cannot fill.
 */
export const inKnownBrowser = <Result>(userId: string, call: () => Promise<Result>): Promise<Result> =>
  knownUser.run(userId, call);

const knownUser = new AsyncLocalStorage<string>();

/** Loaded on first use, because it takes memory. */
const crypto = () => import("better-auth/crypto");

type Lane = { maxRunning: number; running: number; waiting: (() => void)[] };

const anyBrowser: Lane = { maxRunning: 2, running: 0, waiting: [] };
const knownBrowsers: Lane = { maxRunning: 1, running: 0, waiting: [] };
/** On a quiet machine, the last one waits for a second. */
const maxWaiting = 20;

/** Users with a hash in the lane of known browsers: one each, so that no user can fill it for the others. */
const inKnownLane = new Set<string>();

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const userId = knownUser.getStore();
  if (userId === undefined || inKnownLane.has(userId)) return inLane(anyBrowser, work);
  inKnownLane.add(userId);
  try {
    return await inLane(knownBrowsers, work);
  } finally {
    inKnownLane.delete(userId);
  }
}

async function inLane<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result> {
  if (lane.running < lane.maxRunning) lane.running++;
  else if (lane.waiting.length < maxWaiting) await new Promise<void>((resolve) => lane.waiting.push(resolve));
  else throw tooMany();
  try {
    return await work();
  } finally {
    // The next one takes over this place, so `running` stays the same.
    const next = lane.waiting.shift();
    if (next) next();
    else lane.running--;
  }
}

/** Throws if a password from a browser that is not known would find no place in its lane. */
export function checkForPlace(): void {
  if (anyBrowser.waiting.length >= maxWaiting) throw tooMany();
}

const tooMany = () =>
  new AppError("unavailable", "Too many people log in at the same time. Try again in a moment.", {
    headers: { "retry-after": "2" },
  });
