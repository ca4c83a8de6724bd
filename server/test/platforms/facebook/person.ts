import { type Decided, type Facebook, type FacebookPage, fault, type LoginCall, personTokens } from "./stand-in.ts";

/** The edges of the person who has logged in. */
export function answerPerson(facebook: Facebook, { method, path, query }: LoginCall): Decided {
  const token = query.access_token ?? "";
  if (!Object.values(personTokens).includes(token)) return fault(190, "Invalid OAuth access token.");
  if (method !== "GET") return fault(2500, "Unknown path components");
  if (path === "me/permissions") return { body: { data: permissionsOf(facebook) } };
  if (path === "me/accounts") return listAccounts(facebook, query);
  return fault(2500, "Unknown path components");
}

function permissionsOf({ granted }: Facebook): object[] {
  const asked = ["pages_show_list", "pages_messaging", "pages_manage_metadata", "instagram_basic"];
  return [...new Set([...granted, ...asked])].map((permission) => ({
    ...{ permission, status: granted.includes(permission) ? "granted" : "declined" },
  }));
}

function listAccounts({ granted, pages }: Facebook, query: Record<string, string>): Decided {
  const { fields = "", limit = "25", after = "0", access_token } = query;
  if (fields.includes("instagram_business_account") && !granted.includes("instagram_basic"))
    return fault(10, "To use 'instagram_business_account', your use of this endpoint must be reviewed.");
  const shown = granted.includes("pages_show_list") ? pages : [];
  const from = Number(after);
  const to = from + Number(limit);
  const data = shown.slice(from, to).map((page) => accountOf(page, fields, access_token === personTokens.long));
  const next =
    to < shown.length ? { paging: { cursors: { before: after, after: String(to) }, next: "https://…" } } : {};
  return { body: { data, ...next } };
}

/** The token of a page is as good as the person's that it was asked for with: an hour's token soon fails. */
function accountOf({ id, name, token, tasks, instagram }: FacebookPage, fields: string, isLongLived: boolean): object {
  return {
    ...{ id, name, access_token: isLongLived ? token : "EAAExpired" },
    tasks: tasks ?? ["MODERATE", "MESSAGING", "ANALYZE", "ADVERTISE", "CREATE_CONTENT", "MANAGE"],
    ...(instagram &&
      fields.includes("instagram_business_account{id,username}") && {
        instagram_business_account: instagram,
      }),
  };
}
