import type { contacts } from "@banter/core/api/management/customers.ts";
import { customerNotFound } from "@banter/core/model/error.ts";
import { createContact } from "../../../../domain/customers/contacts.ts";
import { customerForm } from "../../../../domain/customers/customer-form.ts";
import { windowOf } from "../../../../domain/customers/filter.ts";
import { declineContact, joinContact, listJoins, partContact } from "../../../../domain/customers/joins.ts";
import { findCustomer } from "../../../../store/customers/customer-rows.ts";
import type { ManagementHandlers } from "../handlers.ts";

export const contactHandlers: ManagementHandlers<typeof contacts> = {
  "POST /pages/:page_id/customers": async (deps, { pageId, body, user, note }) => {
    const { first_name = "", last_name = "", email = "", phone = "", tags, fields } = body;
    const own = { user_first_name: first_name, user_last_name: last_name, email, phone };
    const trimmed = Object.fromEntries(Object.entries(own).map(([name, value]) => [name, value.trim()]));
    const contact = { fields: { ...fields, ...trimmed }, tags };
    const psid = await createContact(deps, pageId, { contact, userId: user.id });
    note({ subject: psid });
    const made = await findCustomer(deps.db, pageId, psid);
    if (!made) throw customerNotFound();
    return customerForm(made, await windowOf(deps, pageId));
  },

  "GET /pages/:page_id/customers/:psid/joins": async (deps, { pageId, params }) => {
    const { proposals, joined, joinedTo } = await listJoins(deps, pageId, params.psid);
    const window = await windowOf(deps, pageId);
    return {
      proposals: proposals.map(({ customer, by }) => ({ customer: customerForm(customer, window), by })),
      joined: joined.map(({ contact, at }) => ({ contact: customerForm(contact, window), at: new Date(at) })),
      joined_to: joinedTo,
    };
  },

  "PUT /pages/:page_id/customers/:psid/joins/:contact_psid": async (deps, { pageId, params, user, note }) => {
    note({ subject: params.psid });
    await joinContact(deps, { pageId, psid: params.psid, contact: params.contact_psid, userId: user.id });
    return {};
  },

  "DELETE /pages/:page_id/customers/:psid/joins/:contact_psid": async (deps, { pageId, params, user, note }) => {
    note({ subject: params.psid });
    await partContact(deps, { pageId, psid: params.psid, contact: params.contact_psid, userId: user.id });
    return {};
  },

  "POST /pages/:page_id/customers/:psid/joins/:contact_psid/decline": async (deps, { pageId, params, user, note }) => {
    note({ subject: params.psid });
    await declineContact(deps, { pageId, psid: params.psid, contact: params.contact_psid, userId: user.id });
    return {};
  },
};
