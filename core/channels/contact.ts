const prefix = "contact_";

/** The psid of a contact: somebody whom members or files have named, and who has no chat. No platform has such ids. */
export const contactPsid = (id: string): string => `${prefix}${id}`;

export const isContact = (psid: string): boolean => psid.startsWith(prefix);
