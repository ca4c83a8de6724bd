let isPressed = false;
const waiting: (() => void)[] = [];

/**
 * Runs the work now, or after the press that has begun. A click needs both its ends on one element: a button that moves
 * away in between is not clicked. So nothing that moves others may appear while the pointer is down.
 */
export function afterPress(work: () => void): void {
  if (isPressed) waiting.push(work);
  else work();
}

if (typeof window !== "undefined") {
  const capture = { capture: true };
  window.addEventListener("pointerdown", () => setPressed(true), capture);
  for (const end of ["pointerup", "pointercancel"]) {
    // The click follows in the same task.
    window.addEventListener(end, () => setTimeout(() => setPressed(false)), capture);
  }
}

function setPressed(next: boolean): void {
  isPressed = next;
  if (next) return;
  for (const work of waiting.splice(0)) work();
}
