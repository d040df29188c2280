import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { errorForLog } from '../../src/service/log.ts';
import { databases, startTestService } from '../support/service.ts';
import { newCase, person } from '../support/verification.ts';

test('an error is logged by class, code and location, without its message', () => {
  const message = 'Ada Lovelace\n    at file:///born/1815:12:10\nis refused';
  const logged = errorForLog(
    Object.assign(
      new RangeError(message, { cause: Object.assign(new Error('Ada'), { code: 'ECONNRESET' }) }),
      {
        code: '23505',
      },
    ),
  );
  expect(logged).toMatchObject({
    error: 'RangeError',
    code: '23505',
    cause: 'Error',
    causeCode: 'ECONNRESET',
  });
  expect(logged['causeStack']).toMatch(/^at .*errorForLog\.test\.ts/);
  expect(logged['stack']).toMatch(/^at .*errorForLog\.test\.ts(\?vitest=\d+)?:\d+:\d+/);
  expect(JSON.stringify(logged)).not.toMatch(/Ada|1815|refused/);
});

test('a code that is a sentence is omitted, and a value that is not an error has no location', () => {
  expect(errorForLog(Object.assign(new Error('x'), { code: 'born in 1815' }))).not.toHaveProperty('code');
  expect(errorForLog('Ada')).toEqual({ error: 'string' });
});

test.each(databases)('a job that fails is logged with its SQLSTATE and its place on %s', async (database) => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  onTestFinished(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });
  const service = await startTestService({ database });
  const { body } = await service.call('POST', '/cases', { json: newCase });
  await sql`alter table aml_screenings rename to elsewhere`.execute(service.deps.db);
  await service.call('POST', `/cases/${body.id}/personal-details`, { json: person });
  await service.tick();
  const find = () => service.logged().match(/^.*"job failed","kind":"screen_case".*$/m)?.[0];
  await expect.poll(find).toBeTruthy();
  const failed = find();
  expect(JSON.parse(failed!)).toMatchObject({ kind: 'screen_case', caseId: body.id, code: '42P01' });
  expect(JSON.parse(failed!).stack).toMatch(/ \| at .*\/src\/service\/screenings\//);
  expect(failed).not.toContain(person.familyName);
});
