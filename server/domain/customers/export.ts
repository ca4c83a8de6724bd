import type { CustomerFilter } from "@banter/core/api/management/customers.ts";
import { personName } from "@banter/core/flow/fields/person-name.ts";
import type { Deps } from "../../deps.ts";
import { listCustomFields } from "../../store/catalog/custom-fields.ts";
import { listTags } from "../../store/catalog/tags.ts";
import { listFailedRows } from "../../store/customers/customer-job-rows.ts";
import { walkByPsid } from "../../store/customers/customer-list.ts";
import { type ListedCustomer, listCustomers } from "../../store/customers/customer-rows.ts";
import { csvLine } from "./csv.ts";
import { readFilter } from "./filter.ts";
import { getJob } from "./jobs/jobs.ts";
import { nameOf } from "./terms.ts";

const batchSize = 1000;

type Column = { name: string; read: (customer: ListedCustomer) => string | null };

/** The customers that fit as CSV, read and written in batches. The first character tells Excel that it is UTF-8. */
export async function* exportCustomers(
  deps: Deps,
  pageId: string,
  asked: CustomerFilter,
  { wanted, language }: { wanted: string[] | undefined; language: string | undefined },
): AsyncGenerator<string> {
  const shown = language ?? (await deps.lookups.page(pageId))?.look.language ?? "en";
  const all = await columnsOf(deps, pageId, shown);
  const chosen = wanted ? all.filter(({ name }) => wanted.includes(name)) : all;
  const columns = chosen.length > 0 ? chosen : all;
  const filter = await readFilter(deps, pageId, asked);
  yield `\ufeff${csvLine(columns.map(({ name }) => name))}`;
  let after: string | null = "";
  while (after !== null) {
    const walked: { psids: string[]; end: string | null } = await walkByPsid(deps.db, pageId, filter, {
      after,
      steps: batchSize,
    });
    const customers = await listCustomers(deps.db, pageId, walked.psids);
    if (customers.length > 0)
      yield customers.map((customer) => csvLine(columns.map(({ read }) => read(customer) ?? ""))).join("");
    after = walked.end;
  }
}

async function columnsOf({ db }: Pick<Deps, "db">, pageId: string, language: string): Promise<Column[]> {
  const tags = new Map((await listTags(db, pageId)).map(({ id, name }) => [id, name]));
  const fields = await listCustomFields(db, pageId);
  const time = (date: Date | null) => date?.toISOString() ?? null;
  return [
    { name: "psid", read: ({ psid }) => psid },
    { name: "first_name", read: ({ firstName }) => firstName },
    { name: "last_name", read: ({ lastName }) => lastName },
    { name: "email", read: ({ email }) => email },
    { name: "phone", read: ({ phone }) => phone },
    { name: "address", read: ({ address }) => address },
    { name: "gender", read: ({ gender }) => (gender === "UNKNOWN" ? null : gender) },
    { name: "locale", read: ({ locale }) => locale },
    { name: "timezone", read: ({ timezone }) => timezone },
    { name: "tags", read: (customer) => customer.tags.flatMap((id) => tags.get(id) ?? []).join(", ") },
    { name: "source", read: ({ source }) => source },
    { name: "created_at", read: ({ createdAt }) => time(createdAt) },
    { name: "active_at", read: ({ activeAt }) => time(activeAt) },
    { name: "unreachable", read: ({ unreachable }) => unreachable },
    { name: "blocked", read: ({ isBlocked }) => (isBlocked ? "yes" : null) },
    { name: "display_name", read: (customer) => personName({ ...customer, name: nameOf(customer) }, language) },
    ...fields.map(({ name }) => ({ name, read: ({ fields }: ListedCustomer) => fields[name] ?? null })),
  ];
}

/** The lines of a file that were not imported, as they were, with their number and error; and the file's name. */
export async function exportErrors(
  deps: Deps,
  pageId: string,
  jobId: number,
): Promise<{ name: string | null; lines: AsyncIterable<string> }> {
  const { spec } = await getJob(deps, pageId, jobId);
  const [name, columns] = spec.type === "import" ? [spec.name, spec.columns.map(({ name }) => name)] : [null, []];
  return { name, lines: errorLines(deps, pageId, jobId, columns) };
}

async function* errorLines({ db }: Deps, pageId: string, jobId: number, names: string[]): AsyncGenerator<string> {
  yield `\ufeff${csvLine(["line", "error", ...names])}`;
  let after: number | null = 0;
  while (after !== null) {
    const asked = { after, limit: batchSize, steps: batchSize * 10 };
    const found: Awaited<ReturnType<typeof listFailedRows>> = await listFailedRows(db, pageId, jobId, asked);
    if (found.rows.length > 0)
      yield found.rows.map(({ line, error, cells }) => csvLine([String(line), error, ...cells])).join("");
    after = found.end;
  }
}
