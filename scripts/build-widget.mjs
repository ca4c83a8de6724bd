// Builds the web chat into widget/dist when it is missing or older than its sources. Plain JavaScript, because it runs
// before it is certain which Node there is; silent on stdout, because the script that follows may print JSON.
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const widget = join(root, "widget");
const dist = join(widget, "dist");
const stampFile = "built-from";

/** Resolves to whether there was something to build. Several may build at once: they write the same files. */
export async function buildWidget() {
  const stamp = hashSources();
  if (readStamp() === stamp) return false;

  const { build } = await import("vite");
  mkdirSync(dist, { recursive: true });
  const work = mkdtempSync(join(dist, ".work-"));
  try {
    for (const mode of ["chat", "loader"]) {
      await build({ configFile: join(widget, "vite.config.ts"), mode, build: { outDir: work } });
    }
    writeFileSync(join(work, stampFile), stamp);
    // One by one and the stamp last: whoever is killed between leaves a folder that is built again.
    const files = readdirSync(work).sort((file) => (file === stampFile ? 1 : -1));
    for (const file of files) renameSync(join(work, file), join(dist, file));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return true;
}

function readStamp() {
  try {
    return readFileSync(join(dist, stampFile), "utf8");
  } catch {
    return undefined;
  }
}

/** Of everything the result depends on: our sources, and the versions of what is built in or builds. */
function hashSources() {
  const hash = createHash("sha256");
  const files = readdirSync(widget, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(widget, join(entry.parentPath ?? entry.path, entry.name)))
    .filter((file) => isSource(file.split(sep)))
    .sort();
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(widget, file)))
      .update("\0");

  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  for (const name of ["preact", "vite", "rolldown", "lightningcss"]) {
    hash.update(JSON.stringify(packages[`node_modules/${name}`]?.integrity ?? null));
  }
  return hash.update(readFileSync(fileURLToPath(import.meta.url))).digest("hex");
}

function isSource([first, ...rest]) {
  const name = rest.at(-1) ?? first;
  return first !== "dist" && first !== "test" && first !== "node_modules" && !name.endsWith(".test.ts");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWidget();
