import type { launcherWords } from "../words.ts";

/** The round button with the count of unread messages. */
export function createLauncher(words: (typeof launcherWords)["en"], onPress: () => void) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "launcher";
  button.setAttribute("aria-controls", "panel");
  const badge = document.createElement("span");
  badge.className = "badge";
  badge.setAttribute("aria-hidden", "true");
  button.append(
    icon(
      "chat",
      "M12 3.5c-5 0-9 3.3-9 7.5 0 2.3 1.2 4.4 3.2 5.8-.1 1.2-.6 2.3-1.4 3.2 1.8-.1 3.4-.7 4.7-1.7.8.1 1.6.2 2.5.2 5 0 9-3.3 9-7.5s-4-7.5-9-7.5z",
    ),
    icon("chevron", "M5.5 9.2 12 15.7l6.5-6.5"),
    badge,
  );
  button.addEventListener("click", onPress);

  let state = { open: false, unread: 0 };
  function update(change: Partial<typeof state>): void {
    state = { ...state, ...change };
    const { open, unread } = state;
    const shown = unread > 0 && !open;
    button.classList.toggle("open", open);
    button.setAttribute("aria-expanded", String(open));
    button.setAttribute(
      "aria-label",
      open ? words.close : shown ? `${words.open}, ${words.unread(unread)}` : words.open,
    );
    badge.classList.toggle("shown", shown);
    badge.textContent = unread > 99 ? "99+" : String(unread);
  }
  update({});
  return { button, update };
}

function icon(name: string, path: string): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", name);
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}
