/** What is known of a customer. Custom fields go by name, tags by id. */
export type Customer = {
  psid: string;
  firstName: string | null;
  lastName: string | null;
  gender: "MALE" | "FEMALE" | "UNKNOWN";
  email: string | null;
  phone: string | null;
  address: string | null;
  locale: string | null;
  timezone: string | null;
  adId: string | null;
  tags: number[];
  fields: Record<string, string>;
};

/** A customer the page has never seen. */
export const newCustomer = (psid: string): Customer => ({
  psid,
  firstName: null,
  lastName: null,
  gender: "UNKNOWN",
  email: null,
  phone: null,
  address: null,
  locale: null,
  timezone: null,
  adId: null,
  tags: [],
  fields: {},
});
