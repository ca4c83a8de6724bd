import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Installs a browser for the browser tests as root on Debian. Elsewhere those tests fail and say how to get one. */
export function ensureChromium(): void {
  const isThere = process.env.CHROMIUM ?? existsSync("/usr/bin/chromium-headless-shell");
  const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (isThere || !mayInstall) return;
  console.log("\nInstalling Chromium for the browser tests (apt-get)");
  const apt = (...args: string[]) =>
    spawnSync("apt-get", ["-qq", ...args], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  apt("update");
  apt("install", "-y", "--no-install-recommends", "chromium-headless-shell");
}
