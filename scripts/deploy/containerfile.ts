/** An instruction of a Containerfile: its name in capitals, and the rest of the line. */
type Instruction = { name: string; rest: string };

/** `base` is the image or the stage that it starts from. */
export type Stage = { name: string; base: string; instructions: Instruction[] };

/** Reads a Containerfile in the plain form of ours: an instruction a line, no continued lines. */
export function readContainerfile(text: string): { arguments: Record<string, string>; stages: Stage[] } {
  const globals: Record<string, string> = {};
  const stages: Stage[] = [];
  for (const line of text.split("\n")) {
    const [, name = "", rest = ""] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    const stage = stages.at(-1);
    if (line === "" || line.startsWith("#")) continue;
    if (name === "") throw new Error(`This is no instruction: ${line}`);
    if (name === "FROM") {
      const [base = "", , as] = rest.split(" ");
      stages.push({ name: as ?? `${stages.length}`, base: fill(base, globals), instructions: [] });
    } else if (stage) stage.instructions.push({ name, rest });
    else if (name === "ARG") Object.assign(globals, argumentOf(rest));
    else throw new Error(`${name} stands before the first FROM.`);
  }
  return { arguments: globals, stages };
}

/** `NAME=value`. */
export function argumentOf(rest: string): Record<string, string> {
  const [name = "", value = ""] = rest.split("=");
  return { [name]: value };
}

/** Puts `${NAME}` in. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    if (!Object.hasOwn(values, name)) throw new Error(`There is no ARG ${name}.`);
    return values[name] ?? "";
  });
}
