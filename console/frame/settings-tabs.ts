/** The tabs of a page's settings, as the address names them. */
export const settingsTabs = [
  "general",
  "look",
  "form",
  "inbox",
  "channel",
  "notifications",
  "data",
  "secrets",
  "api",
  "file",
] as const;
export type SettingsTab = (typeof settingsTabs)[number];
