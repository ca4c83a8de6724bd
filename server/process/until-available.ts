import { setTimeout as sleep } from "node:timers/promises";
import { isUnavailable } from "../store/db/errors.ts";

/** Repeats work until the database takes it: a server that already answers must not end because the database stalls. */
export async function untilAvailable<Result>(
  work: () => Promise<Result>,
  onFailure: (error: unknown) => void,
): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      onFailure(error);
      await sleep(500);
    }
  }
}
