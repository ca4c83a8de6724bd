import assert from "node:assert/strict";

/**
 * Polls until `holds` is true. Fails after five minutes, because an endless loop would keep the test run from ending.
 */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const endAt = performance.now() + 300_000;
  while (!(await holds())) {
    assert.ok(performance.now() < endAt, `waited in vain for ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
