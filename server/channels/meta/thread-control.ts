import { SendError } from "../../outbound/send-error.ts";
import type { Delivered } from "../outbound.ts";
import { callGraph, type Graph, GraphRefusal } from "./graph.ts";

/**
 * Gives a conversation to the platform's own inbox. One app at a time may answer a customer.
 * https://developers.facebook.com/documentation/business-messaging/messenger-platform/conversation-routing
 */
export type ControlCall = { control: "pass"; to: string; appId: string };

/** The app ids of the inboxes: of a page, as documented and as seen in use, and of an Instagram account. */
const pageInbox = "263902037430900";
const instagramInbox = "1217981644879628";
export const inboxApps: ReadonlySet<string> = new Set([pageInbox, "26390203743090", instagramInbox]);

export function renderPass(to: string, platform: "messenger" | "instagram"): ControlCall[] {
  return [{ control: "pass", to, appId: platform === "messenger" ? pageInbox : instagramInbox }];
}

export async function passControl(graph: Graph, { to, appId }: ControlCall): Promise<Delivered> {
  const body = { recipient: { id: to }, target_app_id: appId };
  try {
    const { usage } = await callGraph(graph, { method: "POST", path: "me/pass_thread_control", body, isMessage: true });
    return { platformId: null, ...(usage !== undefined && { usage }) };
  } catch (error) {
    throw isNotAllowed(error) ? new SendError("rejected", error.message) : error;
  }
}

/** Takes a conversation from the app that has it. Meta lets only the app do this that the page's settings name for it. */
export async function takeControl(graph: Graph, from: string): Promise<void> {
  try {
    await callGraph(graph, { method: "POST", path: "me/take_thread_control", body: { recipient: { id: from } } });
  } catch (error) {
    throw isNotAllowed(error) ? new SendError("rejected", notPrimary) : error;
  }
}

/**
 * The app may not do this. It may still send messages, so that 10 and 200 must not disconnect the page. 27 is seen in
 * use; Meta documents 100 and 200 for these calls without their meaning.
 */
function isNotAllowed(error: unknown): error is GraphRefusal {
  return error instanceof GraphRefusal && [10, 27, 100, 200].includes(error.error.code);
}

const notPrimary =
  "Meta lets only the page's default app take a conversation. Let the people in the inbox finish it (Done), or choose" +
  " this app in the page's settings under Conversation routing.";
