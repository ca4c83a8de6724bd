type Dependents = { version?: string; dependencies?: Record<string, string> };
export type Manifest = Dependents & { version: string };
export type LockFile = { version: string; packages: Record<string, Dependents> };

/** All parts of the project have one version, and ask for each other at that version. */
export function setVersions(version: string, manifests: Manifest[], lock: LockFile): void {
  lock.version = version;
  const ours = Object.entries(lock.packages).filter(([path]) => !path.includes("node_modules/"));
  for (const part of [...manifests, ...ours.map(([, entry]) => entry)]) {
    part.version = version;
    for (const name of Object.keys(part.dependencies ?? {})) {
      if (part.dependencies && name.startsWith("@banter/")) part.dependencies[name] = version;
    }
  }
}

export function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((each) => each.split(".").map(Number));
  for (const index of [0, 1, 2]) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
