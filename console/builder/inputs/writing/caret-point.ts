/** Everything that decides where a letter of a line stands. */
const copied = [
  "box-sizing",
  "border-width",
  "border-style",
  "padding",
  "font",
  "letter-spacing",
  "text-indent",
  "text-transform",
  "tab-size",
  "word-spacing",
];

/**
 * The place of a character of a text field on the page, relative to `.template-field` around it. Browsers do not tell
 * it, so the text is laid out once more in a hidden element.
 */
export function caretPoint(element: HTMLInputElement, index: number): { left: number; top: number; height: number } {
  const mirror = document.createElement("div");
  const style = getComputedStyle(element);
  for (const property of copied) mirror.style.setProperty(property, style.getPropertyValue(property));
  Object.assign(mirror.style, { position: "absolute", visibility: "hidden", whiteSpace: "pre" });
  mirror.textContent = element.value.slice(0, index);
  const caret = document.createElement("span");
  caret.textContent = ".";
  mirror.append(caret);
  document.body.append(mirror);
  const inside = caret.offsetLeft - element.scrollLeft;
  mirror.remove();
  const [own, parent] = [element.getBoundingClientRect(), element.closest(".template-field")?.getBoundingClientRect()];
  const left = Math.min(Math.max(inside, 0), element.clientWidth);
  return { left: left + own.left - (parent?.left ?? 0), top: own.top - (parent?.top ?? 0), height: own.height };
}
