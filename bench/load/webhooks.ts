import { createHmac } from "node:crypto";
import { answerAt } from "../prepare/page-file.ts";
import { postOf } from "./connection.ts";
import { type Customer, type Customers, newCustomer, returningCustomer } from "./customers.ts";
import { type Source, sourceOf } from "./source.ts";

export const appSecret = "bench-app-secret";

/** A text of a customer; `number` makes it a new event. */
export type Asking = Customer & { text: string; number: number; at?: number };

/** The share of customers who write for the first time. The server looks up the name of each at the platform. */
const newShares = { all: 1, half: 0.5, none: 0 } as const;
export type NewShare = keyof typeof newShares;

/** Counts the new customers of all loads, so that none is new twice. */
let newCustomers = 0;

/** The other customers are stored ones who come back. Each writes the next of the page's answered keywords. */
export function webhookSource(customers: Customers, share: NewShare): Source {
  let made = 0;
  let returned = 0;
  return sourceOf((number) => {
    const isNew = Math.floor((made + 1) * newShares[share]) > Math.floor(made * newShares[share]);
    const customer = isNew ? newCustomer(customers, newCustomers++) : returningCustomer(customers, returned++);
    const { text, codes } = answerAt(made++);
    return { psid: customer.psid, codes, request: messengerWebhook({ ...customer, text, number }) };
  });
}

export function messengerWebhook({ page: { id }, psid, text, number, at = Date.now() }: Asking): string {
  const message = `{"mid":"m_${runId}.${number}","text":${JSON.stringify(text)}}`;
  const item = `{"sender":{"id":"${psid}"},"recipient":{"id":"${id}"},"timestamp":${at},"message":${message}}`;
  return signedWebhook(id, at, item);
}

/** A signed webhook with one entry, to the address that all pages of the app share. */
export function signedWebhook(pageId: string, at: number, item: string): string {
  const body = `{"object":"page","entry":[{"id":"${pageId}","time":${at},"messaging":[${item}]}]}`;
  const signature = createHmac("sha256", appSecret).update(body).digest("hex");
  return postOf("/webhooks/app/messenger", { "x-hub-signature-256": `sha256=${signature}` }, body);
}

/** Part of every event id, so that two runs on one database never send the same event. */
const runId = `${process.pid}.${Date.now()}`;
