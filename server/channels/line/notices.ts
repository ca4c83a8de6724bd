import type { AccountNotice } from "../account-notice.ts";
import { Body, Event } from "./webhook-event.ts";

/** LINE has suspended the account, or lets it go on. https://developers.line.biz/en/reference/messaging-api/ */
export function noticesIn(body: unknown): AccountNotice[] {
  return Body.parse(body).events.flatMap((item) => notices.get(Event.safeParse(item).data?.type ?? "") ?? []);
}

/** Read by `noticesIn`; they are about no customer. */
export const isNotice = (type: string) => notices.has(type);

const suspended = "LINE has suspended the account: nothing can be sent until LINE ends this.";

const notices = new Map<string, AccountNotice>([
  ["botSuspended", { type: "account", change: { restriction: suspended }, text: suspended }],
  [
    "botResumed",
    { type: "account", change: { restriction: null }, text: "LINE lets the account send messages again." },
  ],
]);
