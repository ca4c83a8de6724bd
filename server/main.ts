import { channels } from "./channels/index.ts";
import { runServer } from "./run-server.ts";

await runServer(channels);
