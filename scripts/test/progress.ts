import type { FileResult, Show } from "./run.ts";

type Output = { isTTY?: boolean; columns?: number; write(text: string): unknown };

/**
 * Shows a test run: failures as they happen, and how far it is. A terminal has a bar below them that is drawn anew; a
 * file gets a line every now and then.
 */
export function showProgress(out: Output, expected: ReadonlyMap<string, number>) {
  const startedAt = performance.now();
  const all = sum([...expected.values()]);
  const left = new Map(expected);
  let [passed, failed] = [0, 0];
  let running = "";

  const seconds = () => (performance.now() - startedAt) / 1000;
  function line(): string {
    const share = all > 0 ? 1 - sum([...left.values()]) / all : 0;
    const rest = share > 0.02 && share < 1 ? `, about ${clock((seconds() / share) * (1 - share))} left` : "";
    const counts = `${passed} passed${failed ? `, ${failed} FAILED` : ""}`;
    return `${bar(share)} ${String(Math.round(share * 100)).padStart(3)} % ${clock(seconds())}${rest} · ${counts}`;
  }

  function draw(): void {
    if (out.isTTY) out.write(`\r\x1b[K${`${line()} · ${running}`.slice(0, (out.columns ?? 80) - 1)}`);
    else out.write(`${line()}\n`);
  }
  const timer = setInterval(draw, out.isTTY ? 500 : 15_000);

  function say(text: string): void {
    out.write(`${out.isTTY ? "\r\x1b[K" : ""}${text}\n`);
  }

  const show: Show = {
    tested(file, outcome) {
      running = file;
      if (outcome === "passed") passed++;
      if (outcome === "failed") failed++;
    },
    failed(file, test, error) {
      say(`\nFAILED after ${clock(seconds())}: ${file}\n  ${test}\n${indent(error)}\n`);
    },
    ended(result: FileResult) {
      left.delete(result.file);
    },
    secondTry(file) {
      say(`Once more, alone: ${file}`);
    },
  };
  return {
    show,
    say,
    stop(): void {
      clearInterval(timer);
      if (out.isTTY) out.write("\r\x1b[K");
    },
  };
}

/** Minutes and seconds. */
export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

const width = 24;
const bar = (share: number) => {
  const full = Math.min(width, Math.round(share * width));
  return `[${"#".repeat(full)}${"-".repeat(width - full)}]`;
};

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const indent = (text: string) => text.replaceAll(/^/gm, "    ");
