type TextElement = HTMLInputElement | HTMLTextAreaElement;

/** Everything that decides where a line breaks and how tall it is. */
const copied = [
  "box-sizing",
  "width",
  "border-width",
  "border-style",
  "padding",
  "font",
  "letter-spacing",
  "line-height",
  "text-align",
  "text-indent",
  "text-transform",
  "tab-size",
  "word-spacing",
];

/**
 * The place of a character of a text field on the page, relative to the field's offset parent. Browsers do not tell
 * it, so the text is laid out once more in a hidden element.
 */
export function caretPoint(element: TextElement, index: number): { left: number; top: number; height: number } {
  const mirror = document.createElement("div");
  const style = getComputedStyle(element);
  for (const property of copied) mirror.style.setProperty(property, style.getPropertyValue(property));
  const isLong = element instanceof HTMLTextAreaElement;
  Object.assign(mirror.style, {
    position: "absolute",
    visibility: "hidden",
    whiteSpace: isLong ? "pre-wrap" : "pre",
    overflowWrap: isLong ? "break-word" : "normal",
  });
  mirror.textContent = element.value.slice(0, index);
  const caret = document.createElement("span");
  // A word broken across lines needs the rest of it.
  caret.textContent = element.value.slice(index) || ".";
  mirror.append(caret);
  document.body.append(mirror);
  const point = { left: caret.offsetLeft - element.scrollLeft, top: caret.offsetTop - element.scrollTop };
  mirror.remove();

  const line = Number.parseFloat(style.lineHeight) || element.clientHeight;
  const [own, parent] = [element.getBoundingClientRect(), element.closest(".template-field")?.getBoundingClientRect()];
  const left = Math.min(Math.max(point.left, 0), element.clientWidth);
  const top = isLong ? Math.min(Math.max(point.top, 0), element.clientHeight) : 0;
  return {
    left: left + own.left - (parent?.left ?? 0),
    top: top + own.top - (parent?.top ?? 0),
    height: isLong ? line : own.height,
  };
}
