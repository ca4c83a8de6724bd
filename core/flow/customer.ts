/** The data of a customer. Custom fields are keyed by name, tags are ids. */
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

/** A customer who is new to the page. */
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

/** How a customer came. `ref` is empty for an advertisement without one. */
export type Referral = { ref: string; adId?: string; ad?: Advertisement };

/** `clickId` reports conversions back to the advertiser: WhatsApp's `ctwa_clid`. */
export type Advertisement = { title?: string; body?: string; url?: string; clickId?: string };
