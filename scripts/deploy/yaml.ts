export type Yaml = string | Yaml[] | { [key: string]: Yaml };

type Line = { indent: number; text: string };

/** Reads the part of YAML that our files are written in: maps and lists by indentation, `[a, b]`, quoted and plain text. */
export function readYaml(text: string): Yaml {
  const lines = text.split("\n").flatMap((line, index): Line[] => {
    if (line.includes("\t")) throw new Error(`Line ${index + 1} has a tab.`);
    const content = line.replace(/(^|\s)#.*$/, "").trimEnd();
    const indent = content.length - content.trimStart().length;
    return content.trim() === "" ? [] : [{ indent, text: content.trim() }];
  });
  const [value, rest] = readBlock(lines);
  if (rest.length > 0) throw new Error(`Wrong indentation: ${rest[0]?.text}`);
  return value;
}

function readBlock(lines: Line[]): [Yaml, Line[]] {
  const [first] = lines;
  if (!first) return ["", []];
  return first.text.startsWith("- ") ? readList(lines, first.indent) : readMap(lines, first.indent);
}

function readList(lines: Line[], indent: number): [Yaml, Line[]] {
  const items: Yaml[] = [];
  let rest = lines;
  while (rest[0]?.indent === indent && rest[0].text.startsWith("- ")) {
    const item = { indent: indent + 2, text: rest[0].text.slice(2) };
    if (/^[\w.-]+:( |$)/.test(item.text)) {
      const [value, after] = readMap([item, ...rest.slice(1)], item.indent);
      items.push(value);
      rest = after;
    } else {
      items.push(readScalar(item.text));
      rest = rest.slice(1);
    }
  }
  return [items, rest];
}

function readMap(lines: Line[], indent: number): [Yaml, Line[]] {
  const map: Record<string, Yaml> = {};
  let rest = lines;
  while (rest[0]?.indent === indent) {
    const [, key, value = ""] = /^([\w.-]+):(?: (.*))?$/.exec(rest[0].text) ?? [];
    if (key === undefined) throw new Error(`This is no key with a value: ${rest[0].text}`);
    if (Object.hasOwn(map, key)) throw new Error(`${key} stands twice.`);
    rest = rest.slice(1);
    const isNested = value === "" && (rest[0]?.indent ?? 0) > indent;
    const [nested, after] = isNested ? readBlock(rest) : [readScalar(value), rest];
    map[key] = nested;
    rest = after;
  }
  return [map, rest];
}

function readScalar(text: string): Yaml {
  if (text === "{}") return {};
  if (text.startsWith("["))
    return text
      .slice(1, -1)
      .split(",")
      .map((item) => readScalar(item.trim()));
  return /^"(.*)"$/.exec(text)?.[1] ?? text;
}
