import type { Planned } from "../audience/send-plan.ts";
import type { Payload } from "../model/payload.ts";
import type { AiMemory } from "./ai/memory.ts";
import type { Advertisement } from "./customer.ts";
import type { OutgoingMessage } from "./outgoing.ts";
import type { RequestAnswer } from "./request-answer.ts";

/** The state of a customer's conversation. Stored as JSON between turns. */
export type ConversationState = {
  /** Counts turns. A timer or an answer carries the turn it was requested in and is void once its run has moved on. */
  turn: number;
  /** The id of the newest run. */
  lastRunId: number;
  /** The main run of the conversation. */
  main: Run | null;
  /** Sequences, and flows that run beside the conversation. */
  sequences: Run[];
  /** A person has taken over, until `until` or, with null, until the conversation is given back. */
  paused: { until: number | null } | null;
  /** A flow has asked for a person, and nobody has answered yet. It ends by itself at `until`; null: never. */
  handOver?: { since: number; until: number | null };
  /**
   * The platform's own inbox, or another app there, has the conversation since then. The bot is paused until it comes
   * back.
   */
  elsewhere?: { since: number };
  /** Nothing that the customer does is answered, and nothing is sent to them. */
  isBlocked?: true;
  /** The customer's user name at the platform. */
  userName?: string;
  /** The newest advertisement that the customer came by. */
  ad?: Advertisement;
  /** The growth tool that the customer came by last (`toolKey`). */
  tool?: string;
  /** The customer's last word on advertising, if they have said one. */
  marketing?: Consent;
  /** Messages that plans have sent to the customer lately, newest last. Bounded. */
  planned?: Planned[];
  /** The phone number that the platform itself has told: nobody can claim another person's. */
  platformPhone?: string;
  /** Of a contact: the customer whom it was joined to. While it has one, it is not shown. */
  joinedTo?: string;
  /** Contacts that were joined to the customer, by psid. */
  joined?: Record<string, JoinedContact>;
  /** Contacts that are somebody else, as a member says, newest last. Bounded. */
  otherContacts?: string[];
  /** The words that the visitor has agreed to in the form before the web chat, and their link. */
  formConsent?: { text: string; url?: string; since: number };
  /** Time of the last default reply. */
  defaultReplyAt: number | null;
  /** True once the customer has written, pressed something or been welcomed. The first input starts the welcome. */
  isKnown: boolean;
  /** The branches that the customer drew, by `flow.step`. */
  splits: Record<string, string>;
  /**
   * Timers and answers in a row since the last input from the customer or the page's programs. Bounded, so that flows
   * cannot trigger each other forever.
   */
  turnsWithoutInput: number;
  /** Sequences started since that input, bounded for the same reason. */
  sequencesWithoutInput?: number;
  /** The comments that a tool has answered, as `tool post`, newest last. Bounded. */
  answeredComments?: string[];
  /** The words of the newest of them. */
  lastComment?: string;
  /** The newest album of the customer. Its parts that arrive late start nothing. */
  album?: string;
  /** When rules that are not for every time last did something for the customer, by their ids. Bounded. */
  rules?: Record<string, number>;
  /** The page has written since then, and the customer has not. Kept only for pages with a rule that waits for it. */
  unanswered?: { since: number; last: number };
  /** The last message had a quick reply that asks for these. The next input may be the answer. */
  contactAsked?: { phone?: true; email?: true; flowId: number | null };
};

/**
 * The proof of a consent, or of a refusal: when, how and in which words, or in the flow or the rule of which name.
 * Without `how` it came from the platform.
 */
export type Consent = {
  isWanted: boolean;
  since: number;
  how?: "words" | "button" | "member" | "flow" | "rule";
  words?: string;
};

/** `filled` names the fields that came from the contact and `tags` the tags, so that they can be taken back. */
export type JoinedContact = { at: number; filled: string[]; tags: number[] };

/** A run of a flow, on the version it started with. */
export type Run = {
  id: number;
  flowId: number;
  version: number;
  /** The step at which it waits. */
  step: string;
  wait: Wait;
  /** The variables it was sent with. They take precedence over the customer's fields. */
  payload: Payload;
  /** The flows to return to, innermost last. `next` is the step to continue at. */
  stack: { flowId: number; version: number; next: string | null }[];
  sendId: number | null;
  /** Only for a run beside the conversation: the flow or the sequence it started with. */
  sequenceFlowId?: number;
  /** Of a sequence: the step after which the customer has answered, so that it counts once. */
  answered?: string;
  /** The customer is waiting for its messages. */
  isReply?: true;
  /** A plan has started it, and the customer has not answered in it: the plan decides again behind each wait. */
  isPlanned?: true;
  /**
   * It was started by this comment, and the customer has not written since. Its first message is the private reply;
   * once that is sent (`isReplied`), no other may follow before the customer has answered.
   */
  comment?: { id: string; isReplied?: true };
  /** It waits at an AI step, which remembers this. */
  ai?: AiMemory;
};

/**
 * A waiting run. Every wait has a timer in the same commit, so it always ends. A wait that ends during a takeover is
 * held until the conversation is given back.
 */
export type Wait =
  /** `choices` as sent, if filling changed them. */
  (
    | { type: "ask"; turn: number; refused: number; choices?: string[] }
    | { type: "delay"; turn: number; isTyping?: true }
    /** `answer` came while another app had the conversation. */
    | { type: "request"; turn: number; answer?: RequestAnswer }
    /** For the customer's answer to a private reply. `isEnd`: there is no step behind it. */
    | { type: "opening"; turn: number; isEnd?: true }
  ) & { isHeld?: true; unsent?: HeldMessages };

/** Messages of a step that go out when the customer answers the private reply. */
export type HeldMessages = { messages: OutgoingMessage[]; flowId: number; version: number; step: string };

export const newState = (): ConversationState => ({
  turn: 0,
  lastRunId: 0,
  main: null,
  sequences: [],
  paused: null,
  defaultReplyAt: null,
  isKnown: false,
  splits: {},
  turnsWithoutInput: 0,
});
