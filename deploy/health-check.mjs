// Ends with 0 if the server on this machine is alive, else with 1. For containers, whose images need no curl then.
const port = process.env.PORT ?? "3000";
try {
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4000) });
  process.exitCode = answer.ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
