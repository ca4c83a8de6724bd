import { readFileSync } from "node:fs";
import { AppError } from "@banter/core/model/error.ts";
import { UsageError } from "./command.ts";

/** The JSON in a file; `-` is standard input. */
export function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path === "-" ? 0 : path, "utf8");
  } catch {
    throw new UsageError(`The file ${path} cannot be read.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError("malformed_request", `The file is not JSON: ${error instanceof Error ? error.message : ""}`);
  }
}
