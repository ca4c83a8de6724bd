import { startEmbedded } from "../server/store/db/embedded/start.ts";
import { onServer } from "../server/test/database/template.ts";

// npm run -s db: prints the address of the development database, for psql and other programs. With a statement, runs it
// and prints the rows: `npm run -s db -- "select id, name from pages"`.
const [statement] = process.argv.slice(2);
const dataDir = process.env.DATA_DIR ?? "./data-dev";
const database = await startEmbedded({ dataDir, log: (line) => process.stderr.write(`${line}\n`) });
try {
  if (statement) console.table(await onServer(database.url, async (client) => (await client.query(statement)).rows));
  else process.stdout.write(`${database.url}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await database.stop();
}
