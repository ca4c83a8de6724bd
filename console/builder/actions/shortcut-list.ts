/** A key is written as it stands on the keyboard; `mod` is Ctrl, on a Mac ⌘; other words are in `shortcuts.keys`. */
type Shortcut = [action: string, ...keys: string[]];

/** Every shortcut of the builder, by the part of the screen on which it works. */
export const shortcutGroups = {
  anywhere: [
    ["add", "/"],
    ["undo", "mod+Z"],
    ["redo", "mod+Shift+Z"],
    ["help", "?"],
  ],
  canvas: [
    ["next", "Tab"],
    ["open", "Enter"],
    ["back", "Esc"],
    ["move", "arrows"],
    ["several", "mod+click", "Shift+drag"],
    ["all", "mod+A"],
    ["copy", "mod+C", "mod+X", "mod+V"],
    ["duplicate", "mod+D"],
    ["delete", "Delete"],
    ["none", "Esc"],
  ],
  lines: [
    ["choose", "L"],
    ["insert", "/"],
    ["delete", "Delete"],
  ],
} satisfies Record<string, Shortcut[]>;
