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
  if (!(await findCustomer(db, pageId, psid))) throw customerNotFound();
  return pieces({ db }, pageId, psid);
}

async function* pieces({ db }: Pick<Deps, "db">, pageId: string, psid: string): AsyncGenerator<string> {
  yield `{\n"psid": ${JSON.stringify(psid)}`;
  for (const table of exportedTables) {
    yield `,\n"${table.name}": [`;
    let separator = "\n";
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
