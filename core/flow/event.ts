import type { Plan } from "../audience/send-plan.ts";
import type { Content } from "../model/content/content.ts";
import type { JsonObject } from "../model/json.ts";
import type { Payload } from "../model/payload.ts";
import type { Customer, Referral } from "./customer.ts";
import type { Goal } from "./happenings/goal.ts";
import type { MessageReference, PressTarget } from "./outgoing.ts";
import type { RequestAnswer } from "./request-answer.ts";
import type { ConversationState } from "./state.ts";

/** An event of a conversation: a row of the customer's mailbox, handled in one turn. */
export type ConversationEvent =
  | MessageEvent
  /** The customer pressed something: a button or quick reply of an earlier message, a menu item, an ice breaker. */
  | {
      type: "press";
      source: PressSource;
      title: string;
      target: PressTarget | null;
      /** The `variables` of the message that was pressed. */
      payload?: Payload;
      key?: string;
    }
  /**
   * The customer came through a link, an advertisement or a code. `said`: what they pressed or wrote to come, such as
   * `/start`. It is taken as their words if the ref starts nothing.
   */
  | ({ type: "referral"; said?: string; key?: string } & Referral)
  /**
   * The customer has allowed or refused advertising: in the platform's own settings or, with `userId`, as that member
   * says. `words` are theirs, or tell where the customer has said so.
   */
  | { type: "consent"; isWanted: boolean; userId?: string; words?: string }
  | CommentEvent
  /** The platform delivered the private reply under another id than the comment's author: that customer goes on. */
  | { type: "moved"; to: string; messageId: number }
  /** The customer is the author of a comment that came under another id, `from`. Their run goes on here. */
  | { type: "arrived"; from: string; comment: string; run: JsonObject | null; customer: ArrivingCustomer }
  /** The customer has another id at the platform from now on: a new number. */
  | { type: "number_changed"; to: string }
  /** The data of this customer under the id they had before. */
  | {
      type: "inherited";
      from: string;
      customer: Omit<Customer, "psid" | "phone">;
      state: Pick<ConversationState, "isKnown" | "isBlocked" | "ad" | "marketing" | "planned" | "joined">;
    }
  | JoinEvent
  /** The visitor has opened the web chat and seen nothing there. */
  | { type: "opened" }
  /** The visitor has filled in the form before the web chat. `fields` are values by the field's name. */
  | { type: "prechat_form"; fields: Record<string, string>; consent?: { text: string; url?: string } }
  /** The customer has begun to follow the page, or has made it a friend. */
  | { type: "follow" }
  /** The customer has reacted to a message, `platformId`. Reactions that are taken back are left out. */
  | { type: "reaction"; emoji: string; platformId?: string }
  /**
   * A program of the page sends. `isNew`: the page did not know the customer when it asked. With a `plan`, nobody has
   * asked for it: the plan decides if it goes.
   */
  | { type: "send_flow"; flowId: number; payload: Payload; sendId: number; isNew?: true; plan?: Plan }
  | {
      type: "send_content";
      content: Content;
      payload: Payload;
      messageTag?: string;
      sendId: number;
      isNew?: true;
      plan?: Plan;
    }
  /** The customer has reached a goal, as a program of the page says through the API. `userId` is the caller. */
  | { type: "goal"; goal: Goal; userId: string }
  /** Another program has called a hook of the page about the customer. `fields` are values by the field's name. */
  | { type: "hook"; hookId: number; fields: Record<string, string>; goal: Goal | null; flowId: number | null }
  /** The customer enters a sequence, or leaves it. `userId` is the member who has said so. */
  | { type: "enter_sequence"; sequenceId: number; userId?: string }
  | { type: "leave_sequence"; sequenceId: number; userId?: string }
  /**
   * The time of a rule: `since` the page has waited for an answer, the `day` of a date has come, or what it would do may
   * be done now (`isPlanned`). Void if the rule is gone.
   */
  | { type: "rule_due"; ruleId: number; since?: number; day?: string; isPlanned?: true }
  /** A wait is over. Void unless the run still waits since `turn`. */
  | { type: "timer"; runId: number; turn: number }
  /** The answer to a request step. Void unless the run still waits since `turn`. */
  | { type: "answer"; runId: number; turn: number; answer: RequestAnswer }
  /** A person on the page's side wrote or took over; `resume` gives the conversation back to the bot. */
  | { type: "takeover"; pausedSeconds: number | null; text?: string; key?: string; isDeleted?: true; isEdited?: true }
  | { type: "resume"; userId?: string }
  /** Another app at the platform, mostly its own inbox, has the conversation now. `resume` tells that it is back. */
  | { type: "control_lost" }
  /** The platform's own inbox asks for the conversation. */
  | { type: "control_asked" }
  /** The platform has refused to give the conversation to its own inbox. */
  | { type: "control_kept" }
  | PersonEvent
  /** Nobody has answered in time. Void unless the hand-over is still open since then. */
  | { type: "hand_over_timeout"; since: number };

/**
 * A contact and a customer are the same person, or are not after all. `userId` is the member who has said so; without
 * one, the platform has confirmed the contact's phone number as the customer's.
 */
export type JoinEvent =
  /** To the contact: its data goes to the customer, and it is not shown any more. */
  | { type: "join"; to: string; userId?: string }
  /** To the customer: the contact's data fills what is empty. */
  | { type: "joined"; from: string; customer: Omit<Customer, "psid">; userId?: string }
  /** To the customer: what came from the contact goes again, unless it was changed since. */
  | { type: "part"; contact: string; customer: Omit<Customer, "psid"> | null; userId: string }
  /** To the contact: it is shown again. */
  | { type: "parted"; from: string; userId?: string }
  /** To the customer: the contact is somebody else. */
  | { type: "join_declined"; contact: string; userId: string };

/** The customer commented on a post of the page. `isReply`: below another comment. */
export type CommentEvent = {
  type: "comment";
  commentId: string;
  postId: string;
  /** Below an advertisement that was made from a post: that post. */
  originalPostId?: string;
  text: string;
  /** Below an advertisement. Only Instagram tells its id. */
  isAd?: true;
  adId?: string;
  isLive?: true;
  isReply?: true;
  userName?: string;
};

type ArrivingCustomer = Pick<Customer, "firstName" | "lastName" | "adId" | "tags" | "fields">;

/**
 * The customer wrote. `key` is the sender's own id, returned in the history. A deleted message has no text, an edited
 * one has the newest. Words that came with a `referral` answer nothing if the referral has started a flow.
 */
type MessageEvent = {
  type: "message";
  text: string;
  attachments?: Attachment[];
  key?: string;
  isDeleted?: true;
  isEdited?: true;
  quoted?: QuotedMessage;
  /**
   * The platform's id of the album that the message is of. Platforms send its pictures as messages of their own; those
   * that arrive within a second are put together.
   */
  album?: string;
  /** The platform's token for quoting this message in an answer. */
  quoteToken?: string;
  /** The customer has mentioned the page in their story, or has replied to a story of the page. */
  story?: "mention" | "reply";
  referral?: Referral;
  /** Another app at the platform has the conversation: it answers, not we. */
  isStandby?: true;
};

/** Something that a member of the page does in a conversation. `userId` is the member. */
export type PersonEvent =
  | {
      type: "person_message";
      content: Content;
      messageTag?: string;
      /** The message that the first one of the content answers. */
      quoted?: MessageReference;
      userId: string;
      sendId: number;
    }
  /** The member reacts to a message or, with null, takes the page's reaction back. */
  | { type: "person_reaction"; emoji: string | null; about: MessageReference; userId: string; sendId: number }
  | { type: "start_flow"; flowId: number; userId: string; sendId: number }
  /** The bot is silent for that long or, with null, until the conversation is given back. */
  | { type: "pause"; seconds: number | null; userId: string }
  /**
   * `fields` are values by the field's name; an empty one clears the field. `isNew`: it may make the customer, unless
   * they were erased after `since`, the time when its job was made.
   */
  | {
      type: "edit_customer";
      fields: Record<string, string>;
      addTags: number[];
      removeTags: number[];
      userId: string;
      isNew?: true;
      since?: number;
    }
  /** Nothing that a blocked customer does is answered, and nothing is sent to them. */
  | { type: "block"; userId: string }
  | { type: "unblock"; userId: string };

/** `media` is a file that only the page can fetch. When it is accepted as mail, it becomes a public `url` of ours. */
export type Attachment = {
  type: AttachmentType;
  url?: string;
  /** In an album: the platform's id of the message that it came with. */
  key?: string;
  /** The file's name, where the platform tells it. */
  name?: string;
  media?: PlatformMedia;
  /** Of a location, in degrees. */
  latitude?: number;
  longitude?: number;
  /** The platform's id of a story, a post, a product or a form. */
  id?: string;
  /** The name of a place or a product, the title of a shared post. */
  title?: string;
  /** Of a place. */
  address?: string;
  contact?: ContactCard;
  order?: Order;
  payment?: Payment;
  /** Values that are no text are kept as JSON. */
  form?: { answers: Record<string, string> };
};

export const attachmentTypes = [
  "image",
  "video",
  "audio",
  "file",
  "location",
  "contact",
  "share",
  "story",
  "product",
  "order",
  "payment",
  "form",
  "other",
] as const;
type AttachmentType = (typeof attachmentTypes)[number];

/** A person whose number the customer has passed on. */
export type ContactCard = { name?: string; phones: string[]; emails?: string[] };

/** The cart of a catalog that a customer has sent. `price` is that of one piece. */
export type Order = { catalogId?: string; items: OrderItem[] };
export type OrderItem = { productId: string; quantity: number; price?: number; currency?: string };

/**
 * An invoice that the customer has paid, as far as the platform tells. `amount` is in units of the currency, `12.50`.
 * `chargeId` and `providerChargeId` are the ids of the payment at the platform and at its payment provider.
 */
export type Payment = {
  amount?: string;
  currency?: string;
  chargeId?: string;
  providerChargeId?: string;
  /** How the customer pays. */
  method?: string;
  /** The money went back to the customer. */
  isRefund?: true;
  /** The name of the invoice, if it has one, and our message. */
  invoice?: string;
  messageId?: number;
};

/** The message that the customer answered to, by the platform's id, with its text where the platform repeats it. */
export type QuotedMessage = { platformId: string; text?: string };

/** A file on the platform: its id there, and what the platform says about it. */
export type PlatformMedia = { id: string; contentType?: string; name?: string };

type PressSource =
  | { type: "message"; messageId: number; index: number }
  | { type: "menu"; id: number }
  | { type: "ice_breaker"; id: number };
