import { z } from "zod";

export const roles = ["owner", "editor", "agent", "viewer"] as const;
export const Role = z.enum(roles);
export type Role = z.infer<typeof Role>;

/** Who may do what in a workspace and on its pages: the one table. */
export const mayDo = {
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
export type Deed = keyof typeof mayDo;

export const isAllowed = (role: Role, deed: Deed): boolean => (mayDo[deed] as readonly Role[]).includes(role);
