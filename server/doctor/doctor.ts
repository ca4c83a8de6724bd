import type { Channels } from "../channels/channel.ts";
import type { Config } from "../config/config.ts";
import { keyRing } from "../encryption/sealer.ts";
import { checkMailServer } from "../outbound/mail.ts";
import { closePools } from "../outbound/pools.ts";
import { connect } from "../store/db/db.ts";
import { findServer } from "../store/db/open.ts";
import { checkBaseUrl } from "./address.ts";
import { checkDatabase } from "./database.ts";
import { checkDisks } from "./disk.ts";
import { type Diagnosis, fail, ok, reasonOf } from "./finding.ts";
import { checkPages } from "./pages.ts";
import { checkSeals, findKeys } from "./secret-key.ts";
import { checkSettings } from "./settings.ts";
import { checkWork } from "./work.ts";

/** Checks an installation from end to end without changing it. `say` is told about a database that is started. */
export async function examine(config: Config, channels: Channels, say: (line: string) => void): Promise<Diagnosis[]> {
  const settings = checkSettings(config);
  const [stored, address, mail] = await Promise.all([
    examineStored(config, channels, say),
    config.baseUrl === undefined ? [] : checkBaseUrl(config.baseUrl),
    config.mail === undefined ? [] : checkMail(config.mail),
  ]);
  return [...settings, ...stored, ...address, ...mail];
}

async function examineStored(config: Config, channels: Channels, say: (line: string) => void): Promise<Diagnosis[]> {
  const server = await findServer(config, say).catch((error: Error) => error);
  if (server instanceof Error) return [...(await checkDisks([config.dataDir])), noDatabase(server)];
  const sealer = keyRing(findKeys(config));
  const db = connect({ url: server.url, name: "banter-doctor", max: 4, sealer, onError: () => undefined });
  const disks = checkDisks([config.dataDir, ...(config.databaseUrl ? [] : [server.location])]);
  try {
    const database = await checkDatabase(db);
    const isOld = database.some(({ subject, state }) => subject === "release" && state !== "ok");
    if (isOld) return [...(await disks), ...database];
    database.push(...(await checkSeals(db, sealer, config)));
    const pages = await checkPages({ db, channels, baseUrl: config.baseUrl });
    return [...(await disks), ...database, ...(await checkWork(db)), ...pages];
  } catch (error) {
    return [...(await disks), noDatabase(error)];
  } finally {
    await closePools();
    await db.close();
    await server.stop();
  }
}

function noDatabase(error: unknown): Diagnosis {
  return fail(
    "database",
    `It cannot be used: ${reasonOf(error)}`,
    "Check DATABASE_URL, or the log in the data folder.",
  );
}

async function checkMail(mail: NonNullable<Config["mail"]>): Promise<Diagnosis[]> {
  const { host } = new URL(mail.url);
  const fault = await checkMailServer(mail).then(
    () => undefined,
    (error) => reasonOf(error),
  );
  if (fault !== undefined)
    return [
      fail("mail", `${host} does not take e-mail from us: ${fault}`, "Check SMTP_URL: host, port, user, password."),
    ];
  return [ok("mail", `${host} takes e-mail from ${mail.from}`)];
}
