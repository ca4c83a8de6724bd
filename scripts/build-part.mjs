// Builds a part of the project for browsers when its result is missing or older than its sources. Plain JavaScript,
// because it runs before it is certain which Node there is; silent on stdout, because the script that follows may print
// JSON.
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
const stampFile = "built-from";

/**
 * Builds `part` into its folder `dist`, once for each of `modes`. `sources` are the folders it is made of; with
 * `isCompressed`, scripts and styles get a compressed copy; with `mayBeOld`, any earlier result will do. Resolves to
 * false if there was nothing to do. Several processes may build at once: they write the same files.
 */
export async function buildPart(part, { sources, modes, isCompressed = false, mayBeOld = false }) {
  const folder = join(root, part);
  const dist = join(folder, "dist");
  const stamp = hashSources(sources);
  const built = readStamp(dist);
  if (built === stamp || (mayBeOld && built !== undefined)) return false;

  const { build } = await import("vite");
  mkdirSync(dist, { recursive: true });
  const work = mkdtempSync(join(dist, ".work-"));
  try {
    for (const mode of modes) {
      await build({ configFile: join(folder, "vite.config.ts"), mode, build: { outDir: work } });
    }
    if (isCompressed) compressFiles(work);
    writeFileSync(join(work, stampFile), stamp);
    // Pages after the files they name, and the stamp last: a process killed in between leaves a complete folder,
    // and the next one builds again.
    const files = filesIn(work).sort((a, b) => rank(a) - rank(b));
    for (const file of files) {
      mkdirSync(dirname(join(dist, file)), { recursive: true });
      renameSync(join(work, file), join(dist, file));
    }
    for (const file of filesIn(dist)) {
      if (!file.startsWith(".work-") && !files.includes(file)) rmSync(join(dist, file), { force: true });
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return true;
}

function compressFiles(folder) {
  for (const file of filesIn(folder).filter((file) => /\.(js|css)$/.test(file))) {
    writeFileSync(join(folder, `${file}.gz`), gzipSync(readFileSync(join(folder, file)), { level: 9 }));
  }
}

function rank(file) {
  return file === stampFile ? 2 : file.endsWith(".html") ? 1 : 0;
}

function readStamp(dist) {
  try {
    return readFileSync(join(dist, stampFile), "utf8");
  } catch {
    return undefined;
  }
}

/** Covers everything the result depends on: sources, package versions, and this script. */
function hashSources(sources) {
  const hash = createHash("sha256");
  for (const source of sources) {
    const folder = join(root, source);
    const files = filesIn(folder)
      .filter((file) => isSource(file.split(sep)))
      .sort();
    for (const file of files)
      hash
        .update(`${source}/${file}\0`)
        .update(readFileSync(join(folder, file)))
        .update("\0");
  }
  hash.update(readFileSync(join(root, "package-lock.json")));
  return hash.update(readFileSync(fileURLToPath(import.meta.url))).digest("hex");
}

function isSource([first, ...rest]) {
  const name = rest.at(-1) ?? first;
  return first !== "dist" && first !== "test" && first !== "node_modules" && !name.endsWith(".test.ts");
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)));
}
