import { icon } from "./icons.ts";

type BubbleActions = { onPress(): void; onDismiss(): void };

/** The owner's greeting beside the launcher. */
export function createBubble(dismiss: string, { onPress, onDismiss }: BubbleActions) {
  // A status from the start, so that screen readers announce the text when it comes.
  const element = document.createElement("div");
  element.className = "bubble";
  element.setAttribute("role", "status");
  const open = makeButton("text", onPress);
  const close = makeButton("dismiss", onDismiss);
  close.setAttribute("aria-label", dismiss);
  close.append(icon("close"));

  return {
    element,
    /** Undefined hides it. */
    show(text: string | undefined): void {
      open.textContent = text ?? "";
      element.classList.toggle("shown", text !== undefined);
      if (text === undefined) element.replaceChildren();
      else element.replaceChildren(open, close);
    },
  };
}

function makeButton(name: string, onPress: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = name;
  button.addEventListener("click", onPress);
  return button;
}
