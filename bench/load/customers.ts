/** A page and its number, which is part of its customers' psids. */
export type BenchPage = { id: string; number: number };

/** The customers of a load: so many are stored on each page, and others write for the first time. */
export type Customers = { pages: readonly BenchPage[]; storedPerPage: number; prefix: string };

/** One of them on a page. */
export type Customer = { page: BenchPage; psid: string };

/** A customer who is stored like all others, and of whose rows theirs are copies (`prepare/customers.ts`). */
export const templateNumber = 999_999_999;
const firstNew = 500_000_000;

/** The page's number and the customer's among the page's, behind the channel's prefix. */
export function psidOf({ number: page }: BenchPage, number: number, prefix: string): string {
  return `${prefix}24${String(page).padStart(4, "0")}${String(number).padStart(9, "0")}`;
}

/**
 * A walk through the stored customers of all pages. Neighbours in it are far apart in the tables, and everybody else
 * has their turn before a customer comes back.
 */
export function returningCustomer(customers: Customers, nth: number): Customer {
  const place = (nth * 7919) % (customers.pages.length * customers.storedPerPage);
  return customerOf(customers, place, Math.floor(place / customers.pages.length));
}

/** Pages in turn. */
export const newCustomer = (customers: Customers, nth: number): Customer => customerOf(customers, nth, firstNew + nth);

function customerOf({ pages, prefix }: Customers, place: number, number: number): Customer {
  const page = pages[place % pages.length] as BenchPage;
  return { page, psid: psidOf(page, number, prefix) };
}
