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
