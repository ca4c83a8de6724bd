/** The id of the step at a point of the screen. */
export function stepAt(x: number, y: number): string | undefined {
  return stepAround(document.elementFromPoint(x, y));
}

function stepAround(element: EventTarget | null): string | undefined {
  return element instanceof Element ? element.closest<HTMLElement>("[data-step]")?.dataset.step : undefined;
}

/**
 * Highlights the step that a pulled line would be connected to, until the returned function is called. The mark is set
 * on the element: drawing the steps again for each move of the pointer would make pulling slow.
 */
export function highlightTarget(canvas: Element, canTake: (step: string) => boolean): () => void {
  let shown: Element | null = null;
  const show = (next: Element | null) => {
    if (next === shown) return;
    shown?.removeAttribute(mark);
    next?.setAttribute(mark, "");
    shown = next;
  };
  // Near an entry the library snaps to it before the pointer is on the step.
  const snapped = () => canvas.querySelector<HTMLElement>(".react-flow__handle.entry.connectingto")?.dataset.nodeid;
  const follow = (event: MouseEvent | TouchEvent) => {
    const touch = "touches" in event ? event.touches[0] : undefined;
    // A mouse event knows what is below the pointer; for a touch the browser must look.
    const under = touch ? stepAt(touch.clientX, touch.clientY) : stepAround(event.target);
    const step = under ?? snapped();
    const takes = step !== undefined && canTake(step);
    show(takes ? canvas.querySelector(`.react-flow__node[data-id="${CSS.escape(step)}"]`) : null);
  };
  canvas.setAttribute("data-connecting", "");
  document.addEventListener("mousemove", follow);
  document.addEventListener("touchmove", follow);
  return () => {
    show(null);
    canvas.removeAttribute("data-connecting");
    document.removeEventListener("mousemove", follow);
    document.removeEventListener("touchmove", follow);
  };
}

const mark = "data-takes-line";
