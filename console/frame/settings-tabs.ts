/** The tabs of a page's settings, as the address names them, in their groups. */
export const settingsGroups = [
  { name: "shop", tabs: ["general", "data"] },
  { name: "chat", tabs: ["look", "form"] },
  { name: "team", tabs: ["inbox", "notifications"] },
  { name: "platform", tabs: ["channel", "health"] },
  { name: "developers", tabs: ["events", "hooks", "secrets", "api", "file"] },
] as const;

export const settingsTabs = settingsGroups.flatMap(({ tabs }) => [...tabs]);
export type SettingsTab = (typeof settingsTabs)[number];
