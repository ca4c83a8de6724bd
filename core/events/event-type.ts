import { z } from "zod";

/** The events that a page tells to other programs, in the order in which people choose them. */
export const eventTypes = [
  "customer.created",
  "message.received",
  "message.sent",
  "message.delivered",
  "message.seen",
  "message.failed",
  "tag.added",
  "tag.removed",
  "field.changed",
  "flow.started",
  "flow.finished",
  "flow.failed",
  "goal.reached",
  "subscription.changed",
  "broadcast.started",
  "broadcast.finished",
  "broadcast.failed",
] as const;
export const EventType = z.enum(eventTypes);
export type EventType = z.infer<typeof EventType>;

/** A test is sent to an endpoint by hand, and is not chosen. */
export type SentEventType = EventType | "test";
