import { posix } from "node:path";
import { parseSync, Visitor } from "vite";
import { code, readFiles, type SourceFile } from "./files.ts";

/** An import of one of our own files, or of a package. `isType`: erased before the program runs. */
export type Import = { target: string; isOurs: boolean; isType: boolean };

/** A file, and those of our own files that it imports. */
export type Graph = Map<string, string[]>;

/** The graphs of all imports and of those that exist when the program runs. */
export function readGraphs(): { all: Graph; values: Graph } {
  const files = readFiles(code);
  const known = new Set(files.map(({ path }) => path));
  const all: Graph = new Map();
  const values: Graph = new Map();
  for (const file of files) {
    const ours = importsOf(file).filter(({ target }) => known.has(target));
    all.set(file.path, ours.map(targetOf));
    values.set(file.path, ours.filter(({ isType }) => !isType).map(targetOf));
  }
  return { all, values };
}

export function importsOf({ path, text }: SourceFile): Import[] {
  const { program } = parseSync(path, text);
  const imports: Import[] = [];
  const add = (source: { value?: unknown } | null | undefined, isType: boolean) => {
    if (typeof source?.value === "string") imports.push({ ...resolve(path, source.value), isType });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source, node.importKind === "type"),
    ExportNamedDeclaration: (node) => add(node.source, node.exportKind === "type"),
    ExportAllDeclaration: (node) => add(node.source, node.exportKind === "type"),
    ImportExpression: (node) => add(node.source as { value?: unknown }, false),
    TSImportType: (node) => add(node.source, true),
  }).visit(program);
  return imports;
}

/** Groups of files that import each other in a circle, each sorted. */
export function circlesOf(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];

  // Tarjan's algorithm.
  function visit(file: string): number {
    const number = order.size;
    order.set(file, number);
    lowest.set(file, number);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      const reached = order.has(next) ? (stack.includes(next) ? (order.get(next) ?? number) : number) : visit(next);
      lowest.set(file, Math.min(lowest.get(file) ?? number, reached));
    }
    if (lowest.get(file) === number) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return lowest.get(file) ?? number;
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles.sort((a, b) => (a.join() < b.join() ? -1 : 1));
}

function resolve(from: string, name: string): Pick<Import, "target" | "isOurs"> {
  if (name.startsWith(".")) return { target: posix.join(posix.dirname(from), name), isOurs: true };
  if (name.startsWith("@banter/")) return { target: name.slice("@banter/".length), isOurs: true };
  return { target: name, isOurs: false };
}

function targetOf({ target }: Import): string {
  return target;
}
