// npm run test:citus: the server's tests on a Citus cluster. CITUS_URL is the coordinator's address as a superuser,
// CITUS_WORKERS the addresses of the workers: "127.0.0.1:5441,127.0.0.1:5442". Words and options are those of npm test.
const { CITUS_URL, CITUS_WORKERS } = process.env;
if (!CITUS_URL || !CITUS_WORKERS) {
  console.error("Set CITUS_URL and CITUS_WORKERS. See docs/scaling.md.");
  process.exit(2);
}
process.env.DATABASE_URL = CITUS_URL;
if (!process.argv.slice(2).some((word) => !word.startsWith("-"))) process.argv.push("server/");
await import("./test.ts");
