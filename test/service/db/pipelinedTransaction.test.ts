import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { pipelinedTransaction } from '../../../src/service/db/pipelinedTransaction.ts';
import { databases, startTestService } from '../../support/service.ts';

describe.each(databases)('statements at once on %s', (database) => {
  test('have all their effects, and their results arrive in order', async () => {
    const { deps } = await startTestService({ database });
    const answers = await pipelinedTransaction(deps.db, [
      insertion('a').compile(deps.db),
      sql`select id from case_ids where id = 'a'`.compile(deps.db),
    ]);

    expect(answers.map(({ rows }) => rows)).toEqual([[], [{ id: 'a' }]]);
    expect(Number(answers[0]!.numAffectedRows)).toBe(1);
  });

  test('have no effect if one fails, and report that one', async () => {
    const { deps } = await startTestService({ database });
    const failing = pipelinedTransaction(deps.db, [
      insertion('a').compile(deps.db),
      insertion('a').compile(deps.db),
      insertion('b').compile(deps.db),
    ]);

    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect((await sql`select id from case_ids`.execute(deps.db)).rows).toEqual([]);
    await pipelinedTransaction(deps.db, [insertion('c').compile(deps.db)]);
    expect((await sql`select id from case_ids`.execute(deps.db)).rows).toEqual([{ id: 'c' }]);
  });

  test('roll back with their enclosing transaction', async () => {
    const { deps } = await startTestService({ database });
    const failing = deps.db.transaction().execute(async (tx) => {
      await pipelinedTransaction(tx, [insertion('a').compile(tx)]);
      throw new Error('changed my mind');
    });

    await expect(failing).rejects.toThrow('changed my mind');
    expect((await sql`select id from case_ids`.execute(deps.db)).rows).toEqual([]);
  });
});

function insertion(id: string) {
  return sql`insert into case_ids (id, case_id) values (${id}, 'case')`;
}
