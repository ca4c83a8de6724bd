import assert from "node:assert/strict";

/** Polls until it holds. Five minutes say that it never will: a loop that goes on after its test would keep the run from ending. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const endAt = performance.now() + 300_000;
  while (!(await holds())) {
    assert.ok(performance.now() < endAt, `waited in vain for ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
