import { z } from "zod";
import { ChannelType } from "../../channels/index.ts";
import { RenderNoteForm } from "../../flow/render-note.ts";
import { Look } from "../../model/content/look.ts";
import { PrechatForm } from "../../model/content/prechat-form.ts";
import { Id, WireId } from "../../model/id.ts";
import { Name } from "../../model/names.ts";
import { Role } from "../../model/role.ts";
import { text } from "../../model/text.ts";
import { Hours } from "../../model/time/hours.ts";
import { Time } from "../../model/time/time.ts";
import { Zone } from "../../model/time/zone.ts";
import { TemplateChoice } from "../template-choice.ts";
import type { ManagementContract } from "./contract.ts";

const Done = z.strictObject({});
const inWorkspace = z.object({ workspace_id: WireId });
export const inPage = z.object({ page_id: z.string().max(50) });

const Origin = z
  .string()
  .max(255)
  .regex(/^https?:\/\/[a-z0-9.-]+(:[0-9]{1,5})?$/, "must be an origin such as https://example.com");

export const Connection = z.strictObject({
  state: z.enum(["ready", "not_connected", "disconnected"]),
  /** Why, where it does not work. */
  reason: z.string().nullable(),
});

const ProfileSync = z.strictObject({
  /** Tells if the platform shows the page's greeting, ice breakers and menu as they are here; "none" where it has no place for them. */
  state: z.enum(["none", "waiting", "done", "failed"]),
  reason: z.string().nullable(),
  /** Since when. */
  at: Time.nullable(),
});

export const PageInfo = z.strictObject({
  id: z.string(),
  workspace_id: Id,
  channel: ChannelType,
  name: z.string(),
  timezone: z.string(),
  greeting: z.string().nullable(),
  hours: Hours.nullable(),
  origins: z.array(z.string()),
  welcome_flow_id: Id.nullable(),
  default_reply_flow_id: Id.nullable(),
  default_reply_seconds: z.int(),
  /** Visitors of the web chat may send files. */
  takes_files: z.boolean(),
  /** The welcome starts when a visitor opens the web chat, not with the first message. */
  welcomes_on_open: z.boolean(),
  look: Look,
  /** Visitors of the web chat fill it in before they write. */
  prechat_form: PrechatForm.nullable(),
  is_paused: z.boolean(),
  connection: Connection,
  profile_sync: ProfileSync,
  /** The address at which the chat with this page can be opened, if the channel has one. */
  chat_url: z.string().nullable(),
  role: Role,
});

export const pages = {
  "GET /channels": {
    scope: "user",
    summary: "List channels",
    description:
      "The channels a page can be on, each with the JSON Schema of what connecting takes. One without an id of its platform's own is made at once.",
    reply: z.strictObject({
      channels: z.array(
        z.strictObject({
          type: ChannelType,
          title: z.string(),
          /** True if the page's id is ours to give; else the owner gives the platform's. */
          gives_id: z.boolean(),
          /** A login at the platform that connects pages without settings to enter, if the operator has set it up. */
          login: z.enum(["facebook"]).nullable(),
          settings: z.json(),
          /** The settings among them that connecting needs: the platform tells the others, or they have a default. */
          entry: z.json().nullable(),
        }),
      ),
    }),
  },
  "GET /workspaces/:workspace_id/pages": {
    scope: "workspace",
    permission: "look",
    summary: "List pages",
    description: "The workspace's pages.",
    params: inWorkspace,
    reply: z.strictObject({ pages: z.array(PageInfo) }),
  },
  "POST /workspaces/:workspace_id/pages": {
    scope: "workspace",
    permission: "own",
    audit: "page_created",
    preparesFirst: true,
    summary: "Create a page",
    description:
      "Makes a page on a channel, with a template's set-up if one is given. `platform_id` is the platform's number of the page where it has one.",
    params: inWorkspace,
    body: z.strictObject({
      channel: ChannelType,
      name: Name,
      timezone: Zone.optional(),
      platform_id: z
        .string()
        .regex(/^[0-9]{1,32}$/, "must be digits")
        .optional(),
      settings: z.record(z.string(), z.unknown()).optional(),
      template: TemplateChoice.optional(),
    }),
    reply: PageInfo,
    errors: ["conflict", "unavailable"],
  },
  "GET /pages/:page_id": {
    scope: "page",
    permission: "look",
    summary: "Get a page",
    description: "The page's own settings.",
    params: inPage,
    reply: PageInfo,
  },
  "PATCH /pages/:page_id": {
    scope: "page",
    permission: "build",
    audit: "page_changed",
    summary: "Change a page",
    description: "Changes the settings that are given and leaves the others.",
    params: inPage,
    body: z.strictObject({
      name: Name.optional(),
      timezone: Zone.optional(),
      greeting: text(160).nullable().optional(),
      hours: Hours.nullable().optional(),
      origins: z.array(Origin).max(50).optional(),
      welcome_flow_id: WireId.nullable().optional(),
      default_reply_flow_id: WireId.nullable().optional(),
      default_reply_seconds: z.int().min(0).max(31_536_000).optional(),
      takes_files: z.boolean().optional(),
      welcomes_on_open: z.boolean().optional(),
      look: Look.optional(),
      prechat_form: PrechatForm.nullable().optional(),
    }),
    reply: PageInfo,
    errors: ["flow_not_found"],
  },
  "POST /pages/:page_id/pause": {
    scope: "page",
    permission: "converse",
    audit: "page_paused",
    summary: "Pause or resume the bot",
    description: "While paused, what customers write is kept and nothing answers. Delays that fall due wait.",
    params: inPage,
    body: z.strictObject({ is_paused: z.boolean() }),
    reply: PageInfo,
  },
  "DELETE /pages/:page_id": {
    scope: "page",
    permission: "own",
    audit: "page_deleted",
    summary: "Delete a page",
    description: "Removes the page and everything of it, for good. `name` must be the page's name.",
    params: inPage,
    body: z.strictObject({ name: z.string().max(200) }),
    reply: Done,
    errors: ["conflict"],
  },
  "GET /pages/:page_id/channel": {
    scope: "page",
    permission: "own",
    summary: "Get how the page is connected",
    description: "The channel's settings; secrets are not shown, `has_secret` names those that are set.",
    params: inPage,
    reply: z.strictObject({
      settings: z.record(z.string(), z.unknown()),
      has_secret: z.array(z.string()),
      webhook_url: z.string().nullable(),
      /** For an app that many pages share. */
      app_webhook_url: z.string().nullable(),
      /** To be entered at the platform together with the address; null if it asks for none. */
      verify_token: z.string().nullable(),
      /** Connected by a login, with the app of this server: nothing is left to do at the platform. */
      is_by_login: z.boolean(),
      /** For a token that would end: when it is renewed next, and why the last try has failed. */
      token_renewal: z.strictObject({ next_at: Time, reason: z.string().nullable() }).nullable(),
    }),
  },
  "PUT /pages/:page_id/channel": {
    scope: "page",
    permission: "own",
    audit: "page_connected",
    preparesFirst: true,
    summary: "Connect the page",
    description:
      "Has the platform check the channel's settings and stores them if it takes them. A secret left out keeps its value.",
    params: inPage,
    body: z.strictObject({ settings: z.record(z.string(), z.unknown()) }),
    reply: PageInfo,
    errors: ["conflict", "unavailable"],
  },
  "GET /pages/:page_id/sends/:send_id": {
    scope: "page",
    permission: "look",
    summary: "What became of a send",
    description:
      "By the id that the public API gave in `x-send-id`: its messages, each with its state and reason, and with notes of what the channel could not show as it was made.",
    params: inPage.extend({ send_id: WireId }),
    reply: z.strictObject({
      state: z.enum(["waiting", "handled"]),
      messages: z.array(
        z.strictObject({
          id: Id,
          status: z.string(),
          reason: z.string().nullable(),
          /** The platform's code of the error, if it gave one. */
          error_code: z.string().nullable(),
          possible_duplicate: z.boolean(),
          notes: z.array(RenderNoteForm),
        }),
      ),
    }),
    errors: ["not_found"],
  },
} satisfies ManagementContract;
