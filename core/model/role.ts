import { z } from "zod";

export const roles = ["owner", "editor", "agent", "viewer"] as const;
export const Role = z.enum(roles);
export type Role = z.infer<typeof Role>;

/** The permissions in a workspace and on its pages, each with the roles that have it. */
const rolesWith = {
  /** See pages and everything built on them. */
  look: ["owner", "editor", "agent", "viewer"],
  /** Talk to customers: pause the bot, hand over, try failed messages again. */
  converse: ["owner", "editor", "agent"],
  /** Change flows, keywords, menus, tools, tags, fields and the page's own settings. */
  build: ["owner", "editor"],
  /** Make and delete pages, connect them to platforms, hold their tokens. */
  own: ["owner"],
  /** Invite people, change their roles, read what everybody did. */
  lead: ["owner"],
} as const satisfies Record<string, readonly Role[]>;
export type Permission = keyof typeof rolesWith;

export const isAllowed = (role: Role, permission: Permission): boolean =>
  (rolesWith[permission] as readonly Role[]).includes(role);
