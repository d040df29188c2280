import type { FieldDef, QueryResult } from 'pg';
import { expect, test, vi } from 'vitest';
import { RowQuery } from '../../../src/service/db/postgres/pgConnection.ts';

const [JSON_TYPE, TEXT_TYPE] = [114, 25];

test('rows have the columns of their own response, not of the previous one', () => {
  const known = { name: 's1' };
  expect(rowsOf(known, { a: TEXT_TYPE }, ['1'])).toEqual([{ a: '1' }]);
  expect(rowsOf(known, { a: JSON_TYPE, b: TEXT_TYPE }, ['1', null])).toEqual([{ a: 1, b: null }]);
  expect(rowsOf(known, { a: JSON_TYPE, b: TEXT_TYPE }, [null, 'x'])).toEqual([{ a: null, b: 'x' }]);
});

test('an unreadable value fails the statement, not the process', () => {
  expect(() => rowsOf({ name: 's1' }, { a: JSON_TYPE }, ['{'])).toThrow(SyntaxError);
});

function rowsOf(known: { name: string }, types: Record<string, number>, texts: (string | null)[]): unknown[] {
  const answer = vi.fn();
  const query = new RowQuery('select', [], known, answer);
  const fields = Object.entries(types).map(([name, dataTypeID]) => ({ name, dataTypeID }) as FieldDef);
  query.handleRowDescription({ fields });
  query.handleDataRow({ fields: texts });
  query.callback(null, { rows: [] as unknown[] } as QueryResult);
  const [error, result] = answer.mock.lastCall!;
  if (error) throw error;
  return result.rows;
}
