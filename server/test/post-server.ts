import { pino } from "pino";
import { channels } from "../channels/index.ts";
import { readConfig } from "../config.ts";
import { runServer } from "../run-server.ts";
import { postChannel } from "./post-channel.ts";

// A whole server process that knows the post channel, for tests that kill it.
const config = readConfig();
await runServer({ config, log: pino({ level: config.logLevel }), channels: { ...channels, telegram: postChannel() } });
