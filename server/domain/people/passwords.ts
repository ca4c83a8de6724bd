/** Hashing takes a tenth of a second of a core and 16 MiB: two at a time, so that a crowd at the login cannot stop the rest. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(async () => (await crypto()).hashPassword(password));

export const verifyPassword = (given: { hash: string; password: string }): Promise<boolean> =>
  inTurn(async () => (await crypto()).verifyPassword(given));

/** Loaded when it is first needed: it takes memory. */
const crypto = () => import("better-auth/crypto");

const atOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    // The place is handed on, not given back and taken again.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
