import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { parseSync, Visitor } from 'vite';

const ROOT = join(import.meta.dirname, '../..');

/** One file of the sources. All paths are relative to its folder, with forward slashes. */
export interface SourceFile {
  path: string;
  text: string;
  lines: number;
  /** Its imports, types and dynamic imports included: paths for files of its own folder, names for packages. */
  imports: string[];
  /** Functions and types of functions that take a boolean by position, or more than five parameters: their lines. */
  unnamedOptions: number[];
  /** Lines of each function that are not blank, methods and arrows included. */
  functionLines: number[];
}

/**
 * Reads and parses all TypeScript files below a folder of the repository. The kernels stay out: they are
 * AssemblyScript.
 */
export function sourceGraph(folder = 'src'): SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules/'))
    .filter((path) => !/^(vision|document\/(build|find))\/kernels\//.test(path))
    .sort()
    .map((path) => sourceFile(path, readFileSync(join(ROOT, folder, path), 'utf8')));
}

/** Parses one file. @throws if it is no TypeScript. */
export function sourceFile(path: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const named = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value),
    ),
  ];
  const functionLines: number[] = [];
  const count = ({ start, end }: { start: number; end: number }) =>
    functionLines.push(
      text
        .slice(start, end)
        .split('\n')
        .filter((line) => line.trim() !== '').length,
    );
  const unnamedOptions: number[] = [];
  const judge = (signature: Signature) => {
    if (hasUnnamedOptions(signature)) unnamedOptions.push(text.slice(0, signature.start).split('\n').length);
  };
  const both = (signature: Signature & { end: number }) => {
    count(signature);
    judge(signature);
  };
  new Visitor({
    FunctionDeclaration: both,
    FunctionExpression: both,
    ArrowFunctionExpression: both,
    TSMethodSignature: judge,
    TSFunctionType: judge,
    ImportExpression: ({ source }) => named.push(literal(source)),
    TSImportType: ({ source }) => named.push(literal(source)),
  }).visit(program);
  const targets = new Set(named.filter((target) => target !== undefined));
  const resolve = (target: string) =>
    target.startsWith('.') ? posix.join(posix.dirname(path), target) : target;
  const lines = text.replace(/\n$/, '').split('\n').length;
  return {
    path,
    text,
    lines,
    imports: [...targets].map(resolve),
    unnamedOptions,
    functionLines,
  };
}

function literal(node: unknown): string | undefined {
  const { value } = node as { value?: unknown };
  return typeof value === 'string' ? value : undefined;
}

/** The parts of a syntax tree node (ESTree with TypeScript) that describe a function's parameters. */
interface Signature {
  start: number;
  params: readonly unknown[];
}

interface Parameter {
  type: string;
  /** Of a parameter with a default: the declaration, and the default. */
  left?: Parameter;
  right?: { value?: unknown };
  typeAnnotation?: { typeAnnotation: { type: string } } | null;
}

function hasUnnamedOptions({ params }: Signature): boolean {
  return params.length > 5 || (params as Parameter[]).some(isBoolean);
}

function isBoolean({ left, right, typeAnnotation }: Parameter): boolean {
  if (left) return typeof right?.value === 'boolean' || isBoolean(left);
  return typeAnnotation?.typeAnnotation.type === 'TSBooleanKeyword';
}
