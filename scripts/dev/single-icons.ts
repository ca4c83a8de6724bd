import type { Plugin } from "vite";

/**
 * Imports icons one by one. Vite would put all of the package's 5,900 icons into one file of 15 MB, which the browser
 * reads again at every reload.
 */
export const singleIcons: Plugin = {
  name: "single-icons",
  enforce: "pre",
  config: () => ({ optimizeDeps: { exclude: ["@tabler/icons-react"] } }),
  transform(code) {
    const changed = code.replaceAll(/import \{([^}]+)\} from "@tabler\/icons-react";/g, (statement, list: string) => {
      const names = list.split(",").flatMap((name) => (/^\s*\w+\s*$/.test(name) ? name.trim() : []));
      const imports = names.map((name) => `import ${name} from "@tabler/icons-react/dist/esm/icons/${name}.mjs";`);
      // Lines keep their numbers.
      return imports.join(" ") + statement.replaceAll(/[^\n]/g, "");
    });
    return changed === code ? undefined : { code: changed, map: null };
  },
};
