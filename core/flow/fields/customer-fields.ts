import type { FieldType } from "../../model/custom-field.ts";
import { Zone } from "../../model/time/zone.ts";
import type { customerFields } from "../../model/variables.ts";
import { answers } from "../answers/index.ts";
import { languageOf } from "../answers/language.ts";
import type { Reading } from "../answers/reading.ts";
import type { Customer } from "../customer.ts";
import { readInstant } from "../time.ts";

/** The value of a field of the customer: empty if it is not known, undefined if there is no such field. */
export function readField(customer: Customer, name: string): string | undefined {
  const own = ownFields.get(name);
  if (own) return own.read(customer) ?? "";
  return Object.hasOwn(customer.fields, name) ? customer.fields[name] : undefined;
}

/**
 * The customer with the field set, in the form that its type is stored in; undefined if the value does not fit. An
 * empty value clears the field. `type` is that of a custom field.
 */
export function writeField(
  customer: Customer,
  name: string,
  value: string,
  { type = "text", reading }: { type: FieldType | undefined; reading: Reading },
): Customer | undefined {
  const own = ownFields.get(name);
  const fitting = value === "" ? "" : (own?.fit ?? fits[type])(value, reading);
  if (fitting === undefined) return undefined;
  if (own) return { ...customer, ...own.write(fitting || null) };
  const { [name]: _, ...others } = customer.fields;
  return { ...customer, fields: fitting === "" ? others : { ...others, [name]: fitting } };
}

export function isOwnField(name: string): boolean {
  return ownFields.has(name);
}

type Fit = (value: string, reading: Reading) => string | undefined;

/** Converts a value to the form in which a field of this type stores it. */
export const fits: Record<FieldType, Fit> = {
  text: (value) => value,
  number: (value, reading) => (plainNumber.test(value) ? value : answers.number(value, reading)),
  boolean: (value) => truths.get(value.trim().toLowerCase()),
  date: (value, reading) => (readInstant(value, "UTC") === undefined ? answers.date(value, reading) : value.trim()),
};

/** Already in the stored form: reading it again in the customer's language could turn 1.234 into 1234. */
const plainNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/;

const truths = new Map([
  ...["true", "yes", "on", "1"].map((word) => [word, "true"] as const),
  ...["false", "no", "off", "0"].map((word) => [word, "false"] as const),
]);

const genders = new Map([
  ...["MALE", "M"].map((word) => [word, "MALE"] as const),
  ...["FEMALE", "F"].map((word) => [word, "FEMALE"] as const),
  ["UNKNOWN", "UNKNOWN"] as const,
]);

type OwnField = {
  read: (customer: Customer) => string | null;
  fit: Fit;
  write: (value: string | null) => Partial<Customer>;
};

/** The built-in fields, which every customer has. */
const ownFields: ReadonlyMap<string, OwnField> = new Map(
  Object.entries({
    user_first_name: {
      read: ({ firstName }) => firstName,
      fit: fits.text,
      write: (firstName) => ({ firstName }),
    },
    user_last_name: {
      read: ({ lastName }) => lastName,
      fit: fits.text,
      write: (lastName) => ({ lastName }),
    },
    user_full_name: {
      read: ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(" "),
      fit: (value) => value.trim(),
      write: (name) => {
        const [, firstName = null, lastName = null] = /^(\S+)\s*(.*)$/s.exec(name ?? "") ?? [];
        return { firstName, lastName: lastName || null };
      },
    },
    email: { read: ({ email }) => email, fit: answers.email, write: (email) => ({ email }) },
    phone: { read: ({ phone }) => phone, fit: answers.phone, write: (phone) => ({ phone }) },
    address: { read: ({ address }) => address, fit: fits.text, write: (address) => ({ address }) },
    gender: {
      read: ({ gender }) => gender,
      fit: (value) => genders.get(value.trim().toUpperCase()),
      write: (gender) => ({ gender: gender === "MALE" || gender === "FEMALE" ? gender : "UNKNOWN" }),
    },
    locale: {
      read: ({ locale }) => locale,
      fit: (value) => languageOf(value.trim()),
      write: (locale) => ({ locale }),
    },
    timezone: {
      read: ({ timezone }) => timezone,
      fit: (value) => Zone.safeParse(value.trim()).data,
      write: (timezone) => ({ timezone }),
    },
  } satisfies Record<(typeof customerFields)[number], OwnField>),
);
