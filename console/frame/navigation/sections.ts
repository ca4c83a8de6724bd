import {
  type Icon,
  IconAddressBook,
  IconBolt,
  IconChartBar,
  IconHistory,
  IconHome,
  IconLayoutGrid,
  IconListDetails,
  IconMessageBolt,
  IconMessages,
  IconQrcode,
  IconSettings,
  IconSparkles,
  IconSpeakerphone,
  IconTags,
  IconUsers,
} from "@tabler/icons-react";

/** The screens of a page, in the order of the navigation. `name` is the word's key. */
export const pageSections = [
  { to: "/pages/$pageId", name: "home", icon: IconHome, isExact: true },
  { to: "/pages/$pageId/conversations", name: "conversations", icon: IconMessages },
  { to: "/pages/$pageId/customers", name: "customers", icon: IconAddressBook },
  { to: "/pages/$pageId/audience", name: "audience", icon: IconSpeakerphone },
  { to: "/pages/$pageId/ai", name: "ai", icon: IconSparkles },
  { to: "/pages/$pageId/flows", name: "flows", icon: IconBolt },
  { to: "/pages/$pageId/keywords", name: "keywords", icon: IconMessageBolt },
  { to: "/pages/$pageId/ice-breakers-and-menu", name: "iceBreakersAndMenu", icon: IconListDetails },
  { to: "/pages/$pageId/tools", name: "tools", icon: IconQrcode },
  { to: "/pages/$pageId/fields", name: "fields", icon: IconTags },
  { to: "/pages/$pageId/statistics", name: "statistics", icon: IconChartBar },
  { to: "/pages/$pageId/settings", name: "settings", icon: IconSettings },
] as const satisfies Section[];

/** The screens of the workspace. */
export const workspaceSections = [
  { to: "/pages", name: "pages", icon: IconLayoutGrid },
  { to: "/settings/team", name: "team", icon: IconUsers },
  { to: "/settings/audit", name: "audit", icon: IconHistory, permission: "lead" },
] as const satisfies Section[];

type Section = { to: string; name: string; icon: Icon; permission?: "lead"; isExact?: true };
