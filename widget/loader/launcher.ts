import type { Look } from "../look.ts";
import type { launcherWords } from "../words.ts";
import { icon } from "./icons.ts";

/** The button in the corner: an icon, the owner's label if there is one, and the count of unread messages. */
export function createLauncher(words: (typeof launcherWords)["en"], onPress: () => void) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "launcher";
  button.setAttribute("aria-controls", "panel");
  const badge = makePart("badge");
  badge.setAttribute("aria-hidden", "true");
  const face = makePart("face");
  const label = makePart("label");
  button.append(face, label, badge);
  button.addEventListener("click", onPress);

  let state = { open: false, unread: 0, label: "" };
  function update(change: Partial<typeof state>): void {
    state = { ...state, ...change };
    const { open, unread } = state;
    const shown = unread > 0 && !open;
    button.classList.toggle("open", open);
    button.classList.toggle("labelled", state.label !== "" && !open);
    button.setAttribute("aria-expanded", String(open));
    const parts = open ? [words.close] : [state.label, words.open, shown && words.unread(unread)];
    button.setAttribute("aria-label", parts.filter(Boolean).join(", "));
    label.textContent = state.label;
    badge.classList.toggle("shown", shown);
    badge.textContent = unread > 99 ? "99+" : String(unread);
  }

  return {
    button,
    update,
    dress({ launcher = {}, picture }: Look): void {
      const isPicture = launcher.icon === "picture" && picture !== undefined;
      const shape = launcher.icon === undefined || launcher.icon === "picture" ? "chat" : launcher.icon;
      face.replaceChildren(isPicture ? pictureOf(picture) : icon(shape), icon("chevron"));
      update({ label: launcher.label ?? "" });
    },
  };
}

function makePart(name: string): HTMLSpanElement {
  const part = document.createElement("span");
  part.className = name;
  return part;
}

/** A picture that the site's policy does not allow is replaced by an icon. */
function pictureOf(url: string): HTMLImageElement {
  const picture = document.createElement("img");
  picture.className = "shape";
  picture.alt = "";
  picture.addEventListener("error", () => picture.replaceWith(icon("chat")));
  picture.src = url;
  return picture;
}
