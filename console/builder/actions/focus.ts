/** Moves the focus to a step on the canvas. */
export function focusStep(id: string): void {
  document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
}

/** Moves the focus into the open panel, to the field that is written in first. */
export function focusPanel(): void {
  const panel = findPanel();
  const field = panel?.querySelector<HTMLElement>(`.message-editor :is(${fields})`) ?? panel?.querySelector(fields);
  (field instanceof HTMLElement ? field : firstIn(panel))?.focus();
}

/** True if the focus went from a step to the first control of its settings. */
export function tabIntoPanel(): boolean {
  const first = firstIn(findPanel());
  first?.focus();
  return first !== undefined;
}

/** True if nothing before this element can have the focus in its panel. */
export function isFirstInPanel(element: EventTarget | null): boolean {
  return element !== null && firstIn(findPanel()) === element;
}

export const isInPanel = (element: EventTarget | null) =>
  element instanceof Node && findPanel()?.contains(element) === true;

const findPanel = () => document.querySelector<HTMLElement>(".side-panel");

const fields = '[data-writing], textarea, input:not([type="hidden"], [type="radio"], [type="checkbox"])';
const controls = `a[href], button:not(:disabled), input:not([type="hidden"], :disabled), select, textarea, [tabindex="0"]`;

function firstIn(panel: HTMLElement | null): HTMLElement | undefined {
  const all = [...(panel?.querySelectorAll<HTMLElement>(controls) ?? [])];
  return all.find((each) => each.tabIndex >= 0 && each.offsetParent !== null);
}
