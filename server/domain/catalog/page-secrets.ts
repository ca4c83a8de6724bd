import { plainHost } from "@banter/core/flow/document/secret-host.ts";
import { AppError, invalidFields, notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import {
  deletePageSecret,
  listPageSecrets,
  lockSecretHosts,
  savePageSecret,
  saveSecretHosts,
} from "../../store/catalog/page-secrets.ts";

const maxSecrets = 200;

type SecretChange = { value?: string | undefined; hosts?: string[] | undefined };

/**
 * Sets a secret's value, which nobody can read back, its hosts, or both. Calls of flows use it from now on. Only those
 * who know the value may send it to more hosts: a host of one's own would show it.
 */
export async function setPageSecret(
  { db }: Pick<Deps, "db">,
  pageId: string,
  name: string,
  { value, ...change }: SecretChange,
): Promise<void> {
  const stored = await lockSecretHosts(db, pageId, name);
  const hosts = change.hosts && [...new Set(change.hosts.map((host) => plainHost(host) ?? host))];
  if (!stored && !hosts) throw missing("hosts", "is required: name the hosts that the secret is for");
  if (value !== undefined) {
    const isNew = await savePageSecret(db, pageId, name, { value, hosts: hosts ?? stored ?? [] });
    if (isNew && (await listPageSecrets(db, pageId)).length > maxSecrets)
      throw new AppError("conflict", `A page has at most ${maxSecrets} secrets.`);
    return;
  }
  if (!stored || !hosts) throw missing("value", "is required");
  const isNarrower = stored.length === 0 || hosts.every((host) => stored.includes(host));
  if (!isNarrower) throw missing("value", "is required to send the secret to further hosts");
  await saveSecretHosts(db, pageId, name, hosts);
}

const missing = (field: string, message: string) => invalidFields([{ path: `/${field}`, message }]);

export async function removePageSecret({ db }: Pick<Deps, "db">, pageId: string, name: string): Promise<void> {
  if (!(await deletePageSecret(db, pageId, name))) throw notFound("secret");
}
