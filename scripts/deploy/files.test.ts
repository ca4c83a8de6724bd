import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Variables } from "../../server/config/environment.ts";
import { readContainerfile } from "./containerfile.ts";
import { readYaml, type Yaml } from "./yaml.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const deploy = (name: string) => read(`deploy/${name}`);
const settings = Object.keys(Variables.shape);
const { stages } = readContainerfile(deploy("Containerfile"));
const last = stages.at(-1)?.instructions ?? [];
const restOf = (name: string) => last.filter((each) => each.name === name).map(({ rest }) => rest);

test("the Containerfile starts from fixed versions, ends as a normal user and has plain steps", () => {
  for (const { base, instructions } of stages) {
    assert.match(base, /^docker\.io\/library\/[a-z]+:[0-9]+/);
    for (const { name, rest } of instructions) {
      assert.notEqual(name, "ADD");
      assert.doesNotMatch(rest, /\b(sudo|curl|wget|apt-get|npm install)\b|<<|\\$/, "not a plain step");
    }
  }
  assert.doesNotMatch(restOf("USER").at(-1) ?? "root", /^(root|0)\b/);
  assert.ok(JSON.parse(restOf("CMD").at(-1) ?? "").length > 1);
  assert.equal(restOf("HEALTHCHECK").length, 1);
  assert.deepEqual(
    restOf("ENV")
      .flatMap((rest) => rest.split(" ").map((pair) => pair.split("=")[0] ?? ""))
      .filter(isUnknown),
    [],
  );
});

const isUnknown = (name: string) => name !== "NODE_ENV" && !settings.includes(name);

type Compose = {
  services: Record<string, Record<string, Yaml>>;
  volumes?: Record<string, Yaml>;
  networks?: Record<string, Yaml>;
};

/** The keys of https://github.com/compose-spec that we use. */
const serviceKeys = [
  ...["image", "build", "restart", "init", "read_only", "tmpfs", "shm_size", "cap_drop", "cap_add", "security_opt"],
  ...["stop_grace_period", "environment", "volumes", "healthcheck", "depends_on", "ports"],
];

test("the compose files name services, volumes and settings that exist", () => {
  const all = readYaml(deploy("compose.yaml")) as Compose;
  const more = readYaml(deploy("compose.postgres.yaml")) as Compose;
  const names = [...Object.keys(all.services), ...Object.keys(more.services)];

  for (const { services, volumes, ...others } of [all, more]) {
    assert.deepEqual(
      Object.keys(others).filter((key) => !["name", "networks"].includes(key)),
      [],
    );
    for (const [name, service] of Object.entries(services)) {
      assert.deepEqual(
        Object.keys(service).filter((key) => !serviceKeys.includes(key)),
        [],
        name,
      );
      const needed = service.depends_on ?? [];
      for (const other of Array.isArray(needed) ? needed : Object.keys(needed))
        assert.ok(names.includes(String(other)));
      for (const mount of (service.volumes ?? []) as string[]) {
        const [source = "", target] = mount.split(":");
        assert.ok(target?.startsWith("/"), mount);
        assert.ok(source.startsWith("./") ? existsSync(join(root, "deploy", source)) : volumes?.[source], mount);
      }
      if (name === "banter") assert.deepEqual(Object.keys(service.environment ?? {}).filter(isUnknown), []);
      for (const port of (service.ports ?? []) as string[]) assert.match(port, /^[0-9]+:[0-9]+(\/udp)?$/);
    }
  }
});

test("the container of the compose file is closed: read-only, no privileges, its port behind the proxy", () => {
  const { services, networks } = readYaml(deploy("compose.yaml")) as Compose;
  const { banter = {} } = services;
  const environment = banter.environment as Record<string, string>;

  assert.deepEqual(
    [banter.read_only, banter.cap_drop, banter.security_opt],
    ["true", ["ALL"], ["no-new-privileges:true"]],
  );
  assert.equal(banter.ports, undefined);
  assert.match(JSON.stringify(networks), new RegExp(`"subnet":"${environment.TRUST_PROXY}"`));
  assert.match(environment.BASE_URL ?? "", /^https:/);
  assert.deepEqual(banter.volumes, [`data:${/DATA_DIR=(\S+)/.exec(restOf("ENV").join(" "))?.[1]}`]);
});

test("PostgreSQL's container has only the privileges that its start needs", () => {
  const { services } = readYaml(deploy("compose.postgres.yaml")) as Compose;
  const { postgres = {} } = services;

  assert.deepEqual(
    [postgres.cap_drop, postgres.cap_add, postgres.security_opt],
    [["ALL"], ["CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"], ["no-new-privileges:true"]],
  );
});

test("the workflow runs actions at commits, which nobody can move", () => {
  const uses = [...read(".github/workflows/ci.yml").matchAll(/uses: (\S+)/g)].map(([, action]) => action ?? "");

  assert.ok(uses.length > 0);
  for (const action of uses) assert.match(action, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
});

test("the proxies stream, pass large uploads, hide the metrics and do not pass on what a client forges", () => {
  const [caddy, nginx] = [deploy("Caddyfile"), deploy("nginx.conf")];

  assert.match(caddy, /flush_interval -1/);
  assert.match(caddy, /respond \/metrics 404/);
  assert.match(caddy, /max_size 60MB/);
  assert.match(nginx, /proxy_buffering off;/);
  assert.match(nginx, /location = \/metrics \{\s+return 404;/);
  assert.match(nginx, /client_max_body_size 60m;/);
  assert.match(nginx, /proxy_set_header X-Forwarded-For \$remote_addr;/);
  for (const text of [caddy, nginx]) {
    assert.equal(text.match(/\{(?!\$)/g)?.length, text.match(/(?<!\{\$[A-Z0-9:.]*)\}/g)?.length, "braces");
    assert.match(text, /TRUST_PROXY=127\.0\.0\.1/);
  }
  for (const line of nginx.split("\n").map((each) => each.trim())) assert.match(line, /^$|^#|[;{}]$/);
});

test("the units are valid and start files of the project", (t) => {
  const units = readdirSync(join(root, "deploy")).filter((name) => /\.(service|timer)$/.test(name));
  assert.equal(units.length, 3);
  for (const name of units)
    for (const [path] of deploy(name).matchAll(/(?<=\/opt\/banter\/)[\w./-]+/g)) {
      if (!path.startsWith("node_modules/")) assert.ok(existsSync(join(root, path)), path);
    }
  assert.match(deploy("banter.service"), /TimeoutStopSec=(3[1-9]|[4-9][0-9])/);
  if (spawnSync("systemd-analyze", ["--version"]).status !== 0) return t.diagnostic("systemd-analyze is not here");

  const folder = mkdtempSync(join(tmpdir(), "banter-units-"));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of units)
    writeFileSync(
      join(folder, name),
      deploy(name).replaceAll(/\/opt\/banter\/(node_modules|deploy)\/\S+/g, process.execPath),
    );
  const paths = units.map((name) => join(folder, name));
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...paths], { encoding: "utf8" });

  assert.deepEqual([status, stderr], [0, ""]);
});

test("scripts of deployments can be run", () => {
  assert.equal(spawnSync("sh", ["-n", join(root, "deploy/banter")]).status, 0);
  assert.equal(statSync(join(root, "deploy/banter")).mode & 0o111, 0o111);
});

test("the reader of YAML refuses what it would read wrongly", () => {
  assert.deepEqual(readYaml('a: 1 # one\nb:\n  - x: "2"\n    y: [p, q]\n  - z\nc: {}\n'), {
    a: "1",
    b: [{ x: "2", y: ["p", "q"] }, "z"],
    c: {},
  });
  for (const wrong of ["a: 1\n  b: 2\n", "a: 1\na: 2\n", "a\n", "a:\n\t- b\n"]) assert.throws(() => readYaml(wrong));
});
