import type { Deps } from "../../deps.ts";
import { liveSecrets, stopFailing } from "../../domain/events/endpoints.ts";
import { eventBody } from "../../domain/events/event-body.ts";
import { signedHeaders } from "../../domain/events/sign-event.ts";
import { guardedRequest } from "../../outbound/guarded-request.ts";
import {
  type ClaimedEvent,
  claimEvents,
  type DueEvent,
  giveUpEvents,
  listDueEvents,
  saveEventOutcome,
} from "../../store/events/event-deliveries.ts";
import { clearFailure, type EventEndpoint, findEndpoint, setFailing } from "../../store/events/event-endpoints.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { startClaimLoop } from "../claim-loop.ts";

type EventSenderDeps = Pick<Deps, "db" | "config" | "log">;

const hour = 3600;
/** Waits before the next attempts: three days in all. */
const retrySeconds = [5, 30, 120, 600, hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour, 24 * hour];
/** Attempts of many events at the same time are spread by up to this part of the wait. */
const spread = 0.1;
/** An endpoint that has taken nothing for so long is turned off. */
const stopAfterSeconds = 3 * 24 * hour;
const timeoutMs = 10_000;

/**
 * Sends the events of all pages to their endpoints. Any number of nodes do so at the same time: each claims what it
 * sends. An event whose node dies is claimed again, so it may arrive twice, with the same id, but it is not lost. Many
 * are sent side by side: their order is not kept.
 */
export function startEventSender(deps: EventSenderDeps): { wake(): void; stop(): Promise<void> } {
  const { db, log } = deps;
  return startClaimLoop<DueEvent, ClaimedEvent>({
    list: (limit, full) => listDueEvents(db, { limit, endpointIds: full.map(Number) }),
    claim: (due) => claimEvents(db, due),
    handle: (event) => handle(deps, event),
    idOf: ({ pageId, endpointId, event }) => `${pageId} ${endpointId} ${event}`,
    // Ids are the same on all pages.
    sharersOf: ({ endpointId }) => [String(endpointId)],
    onError: (error) => log.warn({ err: error }, "events not sent"),
  });
}

async function handle(deps: EventSenderDeps, event: ClaimedEvent): Promise<void> {
  const { db, log } = deps;
  const { pageId, endpointId, attempts } = event;
  const endpoint = await findEndpoint(db, pageId, endpointId);
  // It was removed or turned off meanwhile.
  if (!endpoint?.target || (!endpoint.isOn && event.type !== "test")) return giveUpEvents(db, pageId, endpointId);
  const answer = await attempt(deps, event, { ...endpoint, target: endpoint.target });
  if (answer.ok) {
    await saveEventOutcome(db, event, { isDone: true, answer: `status ${answer.status}` });
    if (endpoint.failingSince) await clearFailure(db, pageId, endpointId);
    return;
  }
  const failure = answer.status === undefined ? answer.reason : `status ${answer.status}`;
  const waitSeconds = event.type === "test" ? null : waitAfter(attempts);
  await saveEventOutcome(db, event, { isDone: false, answer: failure, waitSeconds });
  log.warn({ pageId, endpointId, reason: failure, attempts }, "event not sent");
  // A test says nothing about the events of the page.
  if (event.type === "test") return;
  const failingSeconds = await setFailing(db, pageId, endpointId, failure);
  // The receiver says that it wants no more, or has taken nothing for days.
  if (answer.status === 410) await stopFailing(deps, pageId, endpoint, "gone");
  else if (failingSeconds > stopAfterSeconds) await stopFailing(deps, pageId, endpoint, "failing");
}

/** The seconds until the next attempt; null if this was the last one. */
export function waitAfter(attempts: number): number | null {
  const seconds = retrySeconds[attempts - 1];
  return seconds === undefined ? null : seconds * (1 + spread * Math.random());
}

type Answer = { ok: true; status: number } | { ok: false; reason: string; status?: number };

/** An error is a failed attempt like any other: it is counted, so that the event comes to an end. */
async function attempt(
  { db, config, log }: EventSenderDeps,
  told: ClaimedEvent,
  { target }: EventEndpoint & { target: NonNullable<EventEndpoint["target"]> },
): Promise<Answer> {
  try {
    const now = databaseNow();
    const body = JSON.stringify(await eventBody(db, told.pageId, told));
    const signed = signedHeaders(
      { event: told.event, body, seconds: Math.floor(now / 1000) },
      liveSecrets(target.secrets, now),
    );
    return await guardedRequest(
      { method: "POST", url: target.url, headers: [["content-type", "application/json"], ...signed], body },
      // A redirect would lead the event to an address that nobody has entered.
      { allow: config.allowPrivateHosts, maxRedirects: 0, timeoutMs },
    );
  } catch (error) {
    log.warn({ err: error, pageId: told.pageId }, "attempt at an event failed");
    return { ok: false, reason: "internal error" };
  }
}
