import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Makes sure that the browser tests have a browser. Where it may not install one, they fail and say what to do. */
export function ensureChromium(): void {
  const path = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get") && !process.env.CHROMIUM;
  if (existsSync(path) || !mayInstall) return;
  console.log("\nInstalling Chromium for the browser tests (apt-get)");
  const apt = (...args: string[]) =>
    spawnSync("apt-get", ["-qq", ...args], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  apt("update");
  apt("install", "-y", "--no-install-recommends", "chromium");
}
