import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";

/**
 * Runs test files in this process. After the tests of each file comes an empty suite with the file's path as its name,
 * which tells the reporter the file they belong to.
 *
 * All files are loaded before the first test starts, because a test belongs to the test that is current at its creation:
 * a promise that two files wait for would make tests of one file part of a test of the other.
 */
export async function runGroup(root: string, name: string, files: string[]): Promise<void> {
  const load = async () => {
    for (const file of files) {
      const error = await errorOf(import(pathToFileURL(join(root, file)).href));
      if (error) test("the file can be loaded", () => Promise.reject(error));
      describe(file, () => {});
    }
  };
  if (files.length > 1) describe(name, { timeout: 2 ** 31 - 1 }, load);
  else await load();
}

function errorOf(loading: Promise<unknown>): Promise<unknown> {
  return loading.then(
    () => undefined,
    (error) => error,
  );
}
