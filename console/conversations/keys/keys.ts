/** A key is written as it stands on the keyboard; `mod` is Ctrl, on a Mac ⌘. */
type Shortcut = [action: string, key: string];

/** Every key of the inbox, by the part of the screen on which it works. */
export const keyGroups = {
  list: [
    ["next", "J"],
    ["previous", "K"],
    ["search", "/"],
    ["waiting", "1"],
    ["mine", "2"],
    ["all", "3"],
    ["help", "?"],
  ],
  conversation: [
    ["reply", "R"],
    ["note", "N"],
    ["done", "E"],
    ["snooze", "Z"],
    ["take", "A"],
    ["giveBack", "B"],
  ],
  writing: [
    ["send", "Enter"],
    ["newLine", "Shift+Enter"],
    ["sendDone", "mod+Enter"],
    ["saved", "/"],
    ["leave", "Esc"],
  ],
} as const satisfies Record<string, readonly Shortcut[]>;

type ActionOf<Group extends keyof typeof keyGroups> = (typeof keyGroups)[Group][number][0];

/** Actions of keys that work wherever nobody is writing. */
export type KeyAction = ActionOf<"list" | "conversation">;

const actions = new Map<string, KeyAction>(
  [...keyGroups.list, ...keyGroups.conversation].map(([action, key]) => [key.toLowerCase(), action]),
);

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/** The action of a key; undefined if it has none, or is meant for the browser. */
export function actionOf({ key, ctrlKey, metaKey, altKey }: Pressed): KeyAction | undefined {
  return ctrlKey || metaKey || altKey ? undefined : actions.get(key.toLowerCase());
}
