import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { canWrite, chooseAccount, type SystemAccount } from "./account.ts";
import { type Binaries, findBinaries } from "./binaries.ts";
import { initialise, removeLeftovers, withWorkFolder } from "./initialise.ts";
import { createPointer, findPointer, type Pointer } from "./pointer.ts";
import { findFreePort } from "./port.ts";

/** The PostgreSQL of a data folder: its place and how to run it. It need not be running. */
export type Cluster = Pointer & { dataDir: string; account: SystemAccount | undefined; binaries: Binaries };

export type Opening = {
  dataDir: string;
  fallbackDir: string;
  log: (line: string) => void;
  maxConnections?: number;
};

/** Finds the cluster of a data folder, or creates it. */
export async function openCluster({
  dataDir: given,
  fallbackDir,
  log,
  maxConnections = 100,
}: Opening): Promise<Cluster> {
  makeDataDir(given);
  const dataDir = realpathSync(given);
  const pointer = findPointer(dataDir) ?? (await choosePlace(dataDir, fallbackDir));
  const account = chooseAccount(pointer.cluster);
  const cluster = { ...pointer, dataDir, account, binaries: await findBinaries(account, fallbackDir) };
  if (dirname(pointer.cluster) !== dataDir) {
    log(`PostgreSQL keeps its data in ${pointer.cluster}, because its user cannot reach ${dataDir}.`);
  }

  removeLeftovers(pointer.cluster);
  if (existsSync(pointer.cluster)) checkVersion(cluster);
  else await initialise({ ...cluster, maxConnections }, log);
  return cluster;
}

/** Closed to other users; as root, PostgreSQL's user can still pass through. */
export function makeDataDir(folder: string): void {
  const isNew = mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o755 : 0o700 }) !== undefined;
  if (isNew && process.getuid?.() === 0) chmodSync(folder, 0o711);
}

async function choosePlace(dataDir: string, fallbackDir: string): Promise<Pointer> {
  const inside = join(dataDir, "postgres");
  const outside = join(fallbackDir, `data-${randomBytes(6).toString("hex")}`);
  if (existsSync(inside)) {
    const made = findPointer(dataDir);
    if (made) return made;
    throw new Error(
      `The password of ${inside} is missing: restore ${inside}.json, or move the folder away to start with empty data.`,
    );
  }
  const account = chooseAccount();
  // A network folder may not allow a change of owner.
  const isReachable = await withWorkFolder(inside, account, (work) => canWrite(account, work)).catch((error) => {
    if (account) return false;
    throw error;
  });
  return createPointer(dataDir, {
    port: await findFreePort(),
    password: randomBytes(24).toString("hex"),
    cluster: isReachable ? inside : outside,
  });
}

function checkVersion({ cluster, binaries }: Cluster): void {
  const made = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  if (made !== binaries.version) {
    throw new Error(
      `The data in ${cluster} is of version ${made}, but PostgreSQL here is ${binaries.version}: dump it with the old one.`,
    );
  }
}
