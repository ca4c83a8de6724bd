import { api } from "../../api.ts";

export type PushState = "on" | "off" | "denied" | "unsupported";

/** The state of notifications in this browser. */
export async function readPush(): Promise<PushState> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ? "on" : "off";
}

/** Asks the person for permission, subscribes this browser and tells the server. */
export async function turnPushOn(pushKey: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  await navigator.serviceWorker.register("/sw.js");
  const registration = await navigator.serviceWorker.ready;
  const known = await registration.pushManager.getSubscription();
  const subscription =
    known ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey }));
  const { endpoint = "", keys } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys ?? {};
  await api("POST /push_subscriptions", { body: { endpoint, keys: { p256dh, auth } } });
  return "on";
}

export async function turnPushOff(): Promise<PushState> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return "off";
  await api("POST /push_subscriptions/delete", { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
  return "off";
}
