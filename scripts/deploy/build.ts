import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { argumentOf, fill, type Stage } from "./containerfile.ts";

export type Building = {
  /** The project. */
  root: string;
  /** Stands for `/` of the image. */
  folder: string;
  /** Folders of stages that are built already, in place of their `/`. */
  built: Record<string, string>;
  /** Values for ARG, instead of the defaults. */
  given: Record<string, string>;
  env: NodeJS.ProcessEnv;
};

/** The image's own instructions for running it. */
export type Image = {
  workdir: string;
  user: string;
  env: Record<string, string>;
  command: string[];
  healthCheck: string[];
};

/** Carries out the instructions of a stage without a container: files are copied, commands run by plain `sh`. */
export function buildStage({ instructions }: Stage, building: Building): Image {
  const image: Image = { workdir: "/", user: "root", env: {}, command: [], healthCheck: [] };
  const args: Record<string, string> = {};
  for (const { name, rest } of instructions) {
    if (name === "ARG")
      Object.assign(args, { ...argumentOf(rest), ...pick(building.given, Object.keys(argumentOf(rest))) });
    else if (name === "WORKDIR") {
      image.workdir = rest;
      mkdirSync(join(building.folder, rest), { recursive: true });
    } else if (name === "COPY") copy(rest, image.workdir, building);
    else if (name === "RUN") run(fill(rest, args), image.workdir, building);
    else if (name === "USER") image.user = fill(rest, args);
    else if (name === "ENV") for (const pair of rest.split(" ")) Object.assign(image.env, argumentOf(pair));
    else if (name === "CMD") image.command = JSON.parse(rest);
    else if (name === "HEALTHCHECK") image.healthCheck = JSON.parse(rest.slice(rest.indexOf("[")));
    else if (!["VOLUME", "EXPOSE", "STOPSIGNAL"].includes(name)) throw new Error(`${name} is not known here.`);
  }
  return image;
}

function copy(rest: string, workdir: string, { root, folder, built }: Building): void {
  const words = rest.split(" ");
  const stage = /^--from=(.+)$/.exec(words[0] ?? "")?.[1];
  const from = stage === undefined ? root : built[stage];
  if (from === undefined) throw new Error(`The stage ${stage} is not built.`);
  const [sources, target = ""] = [words.slice(stage === undefined ? 0 : 1, -1), words.at(-1)];
  for (const source of sources) {
    const path = join(from, source);
    if (!existsSync(path)) throw new Error(`COPY: there is no ${path}.`);
    const place = resolve(join(folder, workdir), target);
    // A folder's content is copied, a file into the folder.
    const to = statSync(path).isDirectory() ? place : join(place, basename(path));
    mkdirSync(dirname(to), { recursive: true });
    cpSync(path, to, {
      recursive: true,
      verbatimSymlinks: true,
      // .dockerignore is about the project, not about stages.
      filter: (each) => stage !== undefined || !isIgnored(each.slice(path.length)),
    });
  }
}

/** As .dockerignore says. */
const isIgnored = (path: string) => /\.test\.tsx?$|(^|\/)(node_modules|dist)(\/|$)/.test(path);

function run(command: string, workdir: string, { folder, env }: Building): void {
  // Folders of the image lie in ours.
  const placed = command.replaceAll(/(?<=\s)\/(data|app)\b/g, (path) => join(folder, path));
  const cwd = join(folder, workdir);
  const { status, stderr } = spawnSync("sh", ["-eu", "-c", placed], { cwd, env, encoding: "utf8", timeout: 600_000 });
  if (status !== 0) throw new Error(`RUN ${command} ended with ${status}: ${stderr.slice(-2000)}`);
}

const pick = (values: Record<string, string>, names: string[]) =>
  Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : [])));

/** Every file below a folder, with its size and time, to see whether something has changed. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { size, mtimeMs } = statSync(path);
      return `${path} ${size} ${mtimeMs}`;
    })
    .sort();
}
