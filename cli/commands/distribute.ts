import { findCluster, listSteps, withClient } from "@banter/server/store/distributed/distribute.ts";
import { type Command, UsageError } from "../command.ts";

const distribute: Command = {
  usage: "distribute [--shards <number>] [--yes]",
  summary: "Spreads the pages over the servers of a Citus cluster. Without --yes it only says what it would do.",
  options: { shards: { type: "string", default: "64" }, yes: { type: "boolean" } },
  words: [0, 0],

  async run({ db }, { options }) {
    const shards = Number(options.shards);
    if (!Number.isInteger(shards) || shards < 1 || shards > 1024)
      throw new UsageError("The option --shards must be a number from 1 to 1024.");
    await withClient(db.url, async (client) => {
      const cluster = await findCluster(client);
      if (!cluster) throw new Error("The database of DATABASE_URL has no Citus. See docs/scaling.md.");
      if (cluster.workers === 0) throw new Error("The cluster has no server that may hold pages. See docs/scaling.md.");
      const steps = await listSteps(client, { shards });
      say(`Citus ${cluster.version}, ${cluster.workers} servers that hold pages.`);
      if (steps.length === 0) return say("Everything is distributed.");
      if (!options.yes) {
        for (const { says } of steps) say(says);
        return say("Nothing was changed. Stop all servers, make a backup, then run this with --yes.");
      }
      if (cluster.livingNodes > 0) throw new Error("A Banter server is running. Stop all of them first.");
      for (const { says, run } of steps) {
        say(says);
        await run();
      }
      say("Everything is distributed. Start the servers.");
    });
  },
};

const say = (line: string) => void process.stdout.write(`${line}\n`);

export const commands = { distribute };
