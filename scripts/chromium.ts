import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Installs Chromium for the browser tests as root on Debian. Elsewhere those tests fail and say how to get one. */
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
