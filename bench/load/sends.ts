import { postOf } from "./connection.ts";
import { type Customers, returningCustomer } from "./customers.ts";
import { type Source, sourceOf } from "./source.ts";

/** Sends of one text through the public API to stored customers, pages in turn. `tokens` are by page id. */
export function sendSource(customers: Customers, tokens: ReadonlyMap<string, string>): Source {
  let sent = 0;
  return sourceOf((number) => {
    const { page, psid } = returningCustomer(customers, sent++);
    const path = `/api/public_api/v1/pages/${page.id}/flows/send_content`;
    const content = `{"messages":[{"type":"text","text":"s${number}: Your order is on its way."}]}`;
    const body = `{"psid":"${psid}","data":{"version":"v2","content":${content}}}`;
    return { psid, codes: [`s${number}`], request: postOf(path, { "access-token": tokens.get(page.id) ?? "" }, body) };
  });
}
