/** Hashing takes 0.1 s of a core and 16 MiB. At most two run at a time, so that many logins cannot block the server. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(async () => (await crypto()).hashPassword(password));

export const verifyPassword = (given: { hash: string; password: string }): Promise<boolean> =>
  inTurn(async () => (await crypto()).verifyPassword(given));

/** Loaded on first use, because it takes memory. */
const crypto = () => import("better-auth/crypto");

const maxRunning = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    // The next one takes over this slot, so `running` stays the same.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
