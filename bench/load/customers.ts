/** A page and its number, which is part of its customers' psids. */
export type BenchPage = { id: string; number: number };

/** The customers of a load: `storedPerPage` are stored on each page, the others are new. */
export type Customers = { pages: readonly BenchPage[]; storedPerPage: number };

/** A customer of a page. */
export type Customer = { page: BenchPage; psid: string };

/** The customer whose rows were copied to make the other stored customers (`prepare/copies.ts`). */
export const templateNumber = 999_999_999;
const firstNew = 500_000_000;

/** The page's number and the customer's number on the page. */
export function psidOf({ number: page }: BenchPage, number: number): string {
  return `24${String(page).padStart(4, "0")}${String(number).padStart(9, "0")}`;
}

/**
 * A walk through the stored customers of all pages. Consecutive customers are far apart in the tables, and no customer
 * comes back before all the others had their turn.
 */
export function returningCustomer(customers: Customers, nth: number): Customer {
  const place = (nth * 7919) % (customers.pages.length * customers.storedPerPage);
  return customerOf(customers, place, Math.floor(place / customers.pages.length));
}

/** A new customer of each page in turn. */
export const newCustomer = (customers: Customers, nth: number): Customer => customerOf(customers, nth, firstNew + nth);

function customerOf({ pages }: Customers, place: number, number: number): Customer {
  const page = pages[place % pages.length] as BenchPage;
  return { page, psid: psidOf(page, number) };
}
