import { pino } from "pino";
import { channels } from "./channels/index.ts";
import { readConfig } from "./config.ts";
import { runServer } from "./run-server.ts";

const config = readConfig();
await runServer({ config, log: pino({ level: config.logLevel }), channels });
