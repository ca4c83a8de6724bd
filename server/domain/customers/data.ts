import { customerNotFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { findCustomer } from "../../store/customers/customer-rows.ts";
import { exportedTables, listData } from "../../store/customers/data.ts";

const batchSize = 500;

/** Everything that is stored about a customer, as JSON by table, read and written in batches. */
export async function exportData(
  { db }: Pick<Deps, "db">,
  pageId: string,
  psid: string,
): Promise<AsyncIterable<string>> {
  const customer = await findCustomer(db, pageId, psid);
  if (!customer) throw customerNotFound();
  return pieces({ db }, pageId, [psid, ...Object.keys(customer.state?.joined ?? {})]);
}

/** The first is the customer; the others are contacts that were joined to them. */
async function* pieces({ db }: Pick<Deps, "db">, pageId: string, psids: string[]): AsyncGenerator<string> {
  yield `{\n"psid": ${JSON.stringify(psids[0])}`;
  for (const table of exportedTables) {
    yield `,\n"${table.name}": [`;
    let separator = "\n";
    for (const psid of psids)
      for (let offset = 0; ; offset += batchSize) {
        const rows = await listData(db, table, pageId, psid, { offset, limit: batchSize });
        for (const row of rows) {
          yield separator + JSON.stringify(row);
          separator = ",\n";
        }
        if (rows.length < batchSize) break;
      }
    yield "]";
  }
  yield "\n}\n";
}
