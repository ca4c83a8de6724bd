import { channels } from "../channels/index.ts";
import { runServer } from "../run-server.ts";
import { postChannel } from "./post-channel.ts";

// A server process with the post channel, for tests that kill it.
await runServer({ ...channels, telegram: postChannel() });
