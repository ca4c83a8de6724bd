import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { bucketStorage } from "./bucket.ts";
import { folderStorage } from "./folder.ts";
import type { Storage } from "./storage.ts";

/** The bucket of the settings, or the data folder. */
export function openStorage({ dataDir, media: { bucket } }: Pick<Config, "dataDir" | "media">): Storage {
  return bucket ? bucketStorage(bucket, join(dataDir, "uploads")) : folderStorage(join(dataDir, "media"));
}
