import assert from "node:assert/strict";
import { Refusal } from "../../sdk/manage.ts";

/**
 * Polls until `holds` is true. Fails after five minutes, because an endless loop would keep the test run from ending.
 * A record that the management API does not find yet is awaited too.
 */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const endAt = performance.now() + 300_000;
  while (!(await holdsNow(holds))) {
    assert.ok(performance.now() < endAt, `waited in vain for ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function holdsNow(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  try {
    return await holds();
  } catch (error) {
    if (error instanceof Refusal && error.code === "not_found") return false;
    throw error;
  }
}
