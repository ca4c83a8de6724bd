import { z } from "zod";
import type { Refill } from "../model/limits/token-bucket.ts";
import type { Route } from "./contract.ts";
import { FormBody } from "./prechat-form.ts";
import {
  MessageBody,
  ReceiptBody,
  TypingBody,
  VisitBody,
  WebchatEvent,
  WebchatFile,
  WebchatProfile,
  WebchatVisit,
} from "./webchat.ts";

/** Web chat's API, for visitors: the chat page, the widget and any other client. docs/webchat.md describes it. */
export type WebchatRoute = Omit<Route, "params" | "isMail" | "followsRevision"> & {
  /** The callers: visitors, by the token of their visit, or anyone. */
  scope: "visitor" | "anyone";
  /** Every call counts: one of anyone before its fields are checked, one of a visitor only if they are right. */
  limit?: WebchatLimit;
  /** Its handler tells which calls count. */
  handlerLimit?: WebchatLimit;
  /** The status of a success that is not 200. */
  status?: 202;
  /** The largest body in bytes. That of a file depends on its kind. */
  bodyBytes?: number;
  /** The body is a file: the handler reads it, and its name is in `x-file-name`. */
  takesFile?: true;
  /** The answer is a stream of server-sent events, which the handler writes. `reply` is the data of one event. */
  isStream?: true;
};

export type WebchatContract = Record<`${"GET" | "POST"} /${string}`, WebchatRoute>;

/**
 * The callers that share an allowance at a node: `burst` calls at once and then `perSecond`. A limit with several
 * allowances takes from one after another, and from none after one that is used up.
 */
export type LimitedCaller = "network" | "page" | "network_at_page" | "visitor" | "node";

/** The limits by name. Routes that name the same limit share it. */
export const webchatLimits = {
  visits: { network: { burst: 60, perSecond: 1 } },
  /** Each is a stored customer. The page comes first: calls that a flooded page refuses cost other pages nothing. */
  new_visitors: { page: { burst: 1000, perSecond: 20 }, node: { burst: 5000, perSecond: 100 } },
  writes: { visitor: { burst: 100, perSecond: 20 } },
  files: { visitor: { burst: 20, perSecond: 0.2 }, network_at_page: { burst: 100, perSecond: 1 } },
  streams: { visitor: { burst: 30, perSecond: 1 } },
  profiles: { network_at_page: { burst: 300, perSecond: 30 } },
} satisfies Record<string, Partial<Record<LimitedCaller, Refill>>>;

export type WebchatLimit = keyof typeof webchatLimits;
export type WebchatLimits = Record<WebchatLimit, Partial<Record<LimitedCaller, Refill>>>;

const Accepted = z.strictObject({ accepted: z.literal(true) });
const bodyBytes = 64 * 1024;
const notAnId = "must be a message's id";

export const webchatApi = {
  "POST /visits": {
    scope: "anyone",
    limit: "visits",
    handlerLimit: "new_visitors",
    bodyBytes,
    summary: "Visit a page",
    description:
      "Without a token the call makes a new visitor, with the token of an earlier visit it finds that visitor again. The answer has the last 100 messages of the conversation, oldest first. `ref` starts the flow of a growth tool; `opened` says that the visitor sees the chat now.",
    body: VisitBody,
    reply: WebchatVisit,
    errors: ["token_in_query"],
  },
  "POST /messages": {
    scope: "visitor",
    limit: "writes",
    bodyBytes,
    status: 202,
    summary: "Send a message",
    description:
      "A text, the payload of a pressed item, or a file that this visitor has uploaded. The answer comes when the message is stored. With the header `idempotency-key` the same message sent again is one message.",
    body: MessageBody,
    reply: Accepted,
    errors: ["form_required", "idempotency_conflict"],
  },
  "POST /files": {
    scope: "visitor",
    handlerLimit: "files",
    takesFile: true,
    summary: "Upload a file of a visitor",
    description:
      "The body is the file itself; `x-file-name` is its name, percent-encoded. The type is read from the content. The file is part of the conversation once a message names its `file_id`.",
    reply: WebchatFile,
    errors: ["form_required", "file_too_large", "file_type_not_allowed", "file_type_mismatch", "storage_full"],
  },
  "POST /form": {
    scope: "visitor",
    limit: "writes",
    bodyBytes,
    summary: "Fill in the form before the chat",
    description: "Answers by the name of their field, or `skipped`. A form is kept once: later calls change nothing.",
    body: FormBody,
    reply: Accepted,
  },
  "POST /receipts": {
    scope: "visitor",
    limit: "writes",
    bodyBytes,
    summary: "Report delivered and seen messages",
    description: "Every message of the page up to that id has reached the visitor's device, or was on screen.",
    body: ReceiptBody,
    reply: Accepted,
  },
  "POST /typing": {
    scope: "visitor",
    limit: "writes",
    bodyBytes,
    summary: "Report that the visitor types",
    description: "Members see it for 20 seconds, or until `false` or a message comes.",
    body: TypingBody,
    reply: Accepted,
  },
  "GET /events": {
    scope: "visitor",
    limit: "streams",
    isStream: true,
    summary: "Follow the conversation",
    description:
      "A stream of server-sent events named `message`, `typing`, `writing` and `read`. It begins with every stored message after the id `after`; the header `last-event-id` works as well.",
    query: z.object({
      after: z
        .string(notAnId)
        .regex(/^[0-9]{1,15}$/, notAnId)
        .optional(),
    }),
    reply: WebchatEvent,
  },
  "GET /profile": {
    scope: "anyone",
    limit: "profiles",
    summary: "Read what the page offers",
    description: "The page's name, greeting, ice breakers and main menu, the files that it takes, and its form.",
    reply: WebchatProfile,
  },
} satisfies WebchatContract;
export type WebchatApi = typeof webchatApi;
