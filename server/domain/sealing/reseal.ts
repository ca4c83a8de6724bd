import { resealPageSecrets } from "../../store/catalog/page-secrets.ts";
import { resealPages } from "../../store/catalog/pages.ts";
import type { Db } from "../../store/db/db.ts";
import { resealSecrets } from "../../store/db/secrets.ts";
import { resealEndpoints } from "../../store/events/event-endpoints.ts";
import { resealWays } from "../../store/notifications/notification-ways.ts";
import { hashSessionTokens } from "../../store/people/sessions.ts";

/** Everything that is sealed or hashed, each in small bites. */
const parts = [resealSecrets, resealPages, resealWays, resealPageSecrets, resealEndpoints, hashSessionTokens];
const bite = 100;

/**
 * Seals with the current key whatever is readable or sealed with an earlier key. Any number of processes may do so at
 * the same time, while others change the values. Returns how many values it sealed.
 */
export async function reseal(db: Db, goesOn: () => boolean = () => true): Promise<number> {
  let total = 0;
  for (const part of parts) {
    for (let count = 1; count > 0 && goesOn(); total += count) count = await part(db, bite);
  }
  return total;
}
