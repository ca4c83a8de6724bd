/** The list's search, order and filters, as they stand in the address. */
export type CustomerSearch = {
  search?: string;
  tag?: number;
  field?: string;
  value?: string;
  source?: Source;
  ref?: string;
  active_days?: number;
  reach?: Reach;
  sort?: Sort;
};

export const sources = ["ref", "ad", "direct", "contact"] as const;
export const reaches = ["open", "unreachable", "blocked"] as const;
export const sorts = ["activity", "newest", "name"] as const;
export const periods = [1, 7, 30, 90, 365] as const;
type Source = (typeof sources)[number];
type Reach = (typeof reaches)[number];
type Sort = (typeof sorts)[number];

/** Keeps only what the list knows. */
export function customersSearch(given: Record<string, unknown>): CustomerSearch {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value.slice(0, 200) : undefined);
  const number = (value: unknown) => (Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined);
  const oneOf = <T>(known: readonly T[], value: unknown) => known.find((one) => one === value);
  const field = text(given.field);
  const source = oneOf(sources, given.source);
  return withoutEmpty({
    search: text(typeof given.search === "number" ? String(given.search) : given.search),
    tag: number(given.tag),
    field,
    value: field === undefined ? undefined : text(typeof given.value === "number" ? String(given.value) : given.value),
    source,
    ref: source === undefined || source === "direct" || source === "contact" ? undefined : text(given.ref),
    active_days: number(given.active_days),
    reach: oneOf(reaches, given.reach),
    sort: oneOf(sorts, given.sort),
  });
}

/** The filter alone, without the order. */
export function filterOf({ sort: _, ...filter }: CustomerSearch): Omit<CustomerSearch, "sort"> {
  return filter;
}

/** How many filters are set besides the search. */
export function countFilters({ tag, field, source, active_days, reach }: CustomerSearch): number {
  return [tag, field, source, active_days, reach].filter((one) => one !== undefined).length;
}

/** The address of the CSV file with the customers that fit. */
export function exportUrl(pageId: string, search: CustomerSearch, language: string): string {
  const query = new URLSearchParams(Object.entries(filterOf(search)).map(([key, value]) => [key, String(value)]));
  // People without a name are called in the file as on the screen.
  query.set("language", language.startsWith("vi") ? "vi" : "en");
  return `/api/v1/pages/${encodeURIComponent(pageId)}/customers.csv?${query}`;
}

function withoutEmpty(given: { [Key in keyof CustomerSearch]: CustomerSearch[Key] | undefined }): CustomerSearch {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
