import { type Row, readColumn } from './readColumn.ts';

/** The result of a statement. */
export interface Answer {
  rows: Row[];
  numAffectedRows?: bigint;
}

/** Where rows are. */
export interface Tables {
  rows(table: string): readonly Row[];
  put(table: string, rows: readonly Row[]): void;
  insert(table: string, columns: readonly string[], values: readonly unknown[]): Answer;
}

/** A node of the tree of a statement, as Kysely makes it. */
// biome-ignore lint/suspicious/noExplicitAny: each kind of node has fields of its own.
export type Node = any;

const COMPARISONS: Record<string, (value: unknown, to: unknown) => boolean> = {
  '=': (value, to) => value === to,
  '<>': (value, to) => value !== to,
  '<=': (value, to) => (value as Date) <= (to as Date),
  in: (value, to) => (to as unknown[]).includes(value),
  'is not': (value, to) => (value ?? null) !== to,
  is: (value, to) => (value ?? null) === to,
};

/** Runs the tree of a statement on one table. @throws if it contains an unsupported node. */
export function runNode(tables: Tables, node: Node): Answer {
  switch (node.kind) {
    case 'SelectQueryNode':
      return { rows: select(tables, node) };
    case 'InsertQueryNode':
      return { rows: insert(tables, node) };
    case 'UpdateQueryNode':
      return change(tables, nameOf(node.table), node.where, (row) => updated(row, node.updates));
    case 'DeleteQueryNode':
      return change(tables, nameOf(node.from.froms[0]), node.where, () => null);
    default:
      throw new Error(`Unknown here: ${node.kind}`);
  }
}

function select(tables: Tables, { from, where, orderBy, limit, selections }: Node): Row[] {
  let rows = tables.rows(nameOf(from.froms[0])).filter((row) => holds(where?.where, row));
  for (const { orderBy: by, direction } of orderBy?.items ?? []) {
    const column = columnOf(by);
    const sign = direction?.sqlFragments[0] === 'desc' ? -1 : 1;
    rows = rows.sort((a, b) => sign * ((a[column] as string) < (b[column] as string) ? -1 : 1));
  }
  if (limit) rows = rows.slice(0, limit.limit.value);
  const aliased = selections?.[0]?.selection;
  if (aliased?.kind !== 'AliasNode') return rows;
  if (aliased.node.func !== 'count') throw new Error(`Unknown here: ${aliased.node.func}`);
  return [{ [aliased.alias.name]: rows.length }];
}

function insert(tables: Tables, { into, columns, values, onConflict }: Node): Row[] {
  const names = columns.map((one: Node) => one.column.name);
  return values.values.flatMap((list: Node) => {
    const values = list.kind === 'PrimitiveValueListNode' ? list.values : list.values.map(plainOf);
    const key: string[] = (onConflict?.columns ?? []).map((one: Node) => one.column.name);
    const isSame = (row: Row) => key.every((name) => row[name] === values[names.indexOf(name)]);
    if (key.length === 0 || !tables.rows(nameOf(into)).some(isSame))
      return tables.insert(nameOf(into), names, values).rows;
    const rows = tables.rows(nameOf(into));
    const { doNothing, updates } = onConflict;
    if (!doNothing)
      tables.put(
        nameOf(into),
        rows.map((row) => (isSame(row) ? updated(row, updates) : row)),
      );
    return [];
  });
}

/** @param to maps a row to its new value; `null` deletes it. */
function change(tables: Tables, table: string, where: Node, to: (row: Row) => Row | null): Answer {
  const changed: Row[] = [];
  let count = 0n;
  const rows = tables.rows(table).flatMap((row) => {
    if (!holds(where?.where, row)) return [row];
    count++;
    const after = to(row);
    if (after) changed.push(after);
    return after ? [after] : [];
  });
  tables.put(table, rows);
  return { rows: changed, numAffectedRows: count };
}

function updated(row: Row, updates: Node[]): Row {
  const set = updates.map(({ column, value }) => {
    const name = column.column.name;
    return [name, readColumn(name, plainOf(value))];
  });
  return { ...row, ...Object.fromEntries(set) };
}

function holds(node: Node, row: Row): boolean {
  if (node === undefined) return true;
  if (node.kind === 'AndNode') return holds(node.left, row) && holds(node.right, row);
  if (node.kind === 'OrNode') return holds(node.left, row) || holds(node.right, row);
  if (node.kind === 'ParensNode') return holds(node.node, row);
  // The walk damages nothing, so that nothing is put aside.
  if (node.kind === 'RawNode' && /^not exists \(\s+select 1 from quarantine/.test(node.sqlFragments[0]))
    return true;
  const compare = COMPARISONS[node.operator?.operator];
  if (node.kind !== 'BinaryOperationNode' || !compare)
    throw new Error(`Unknown here: ${JSON.stringify(node)}`);
  return compare(row[columnOf(node.leftOperand)], plainOf(node.rightOperand));
}

function plainOf(node: Node): unknown {
  if (node.kind === 'ValueNode') return node.value;
  if (node.kind === 'PrimitiveValueListNode') return node.values;
  throw new Error(`Unknown here: ${node.kind}`);
}

const nameOf = (node: Node): string => node.table.identifier.name;
const columnOf = (node: Node): string => node.column.column.name;
