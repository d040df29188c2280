import { describe, expect, onTestFinished, test } from 'vitest';
import { startJobs } from '../../src/service/background/startJobs.ts';
import { redactCase } from '../../src/service/cases/redactCase.ts';
import { inTransaction } from '../../src/service/db/inTransaction.ts';
import { cases } from '../../src/service/db/store/cases.ts';
import { PoolError } from '../../src/service/selfies/examine/ProcessPool.ts';
import type { Examiner, Verdict } from '../../src/service/selfies/examiner.ts';
import { noSignals } from '../../src/service/selfies/selfieFacts.ts';
import { picture } from '../support/picture.ts';
import { databases, sharedServices } from '../support/service.ts';
import { person, verify } from '../support/verification.ts';

const services = sharedServices();
const dark = picture({ grey: (x) => x % 20 });
const unmeasured = { result: 'not_performed', score: null } as const;

describe.each(databases)('a case that was sent to a human before it was screened on %s', (database) => {
  const exhausted = async () => {
    const service = services(database);
    const verification = await verify(service, { policy: { maxSelfieAttempts: 1 } });
    await verification.consent();
    await verification.selfie({ frame: dark });
    await verification.details();
    return verification;
  };

  test('is still screened', async () => {
    const { read } = await exhausted();
    expect(await read()).toMatchObject({
      status: 'in_review',
      decision: { reasons: ['attempts_exhausted'] },
      checks: { aml: { status: 'clear' } },
      assurance: { aml: 'clear' },
    });
  });

  test('that then needs another selfie reaches an outcome', async () => {
    const service = services(database);
    const { id, read, selfie } = await exhausted();
    const { version: expectedVersion } = await read();
    const json = { outcome: 'requires_input', expectedVersion };
    expect((await service.call('POST', `/cases/${id}/decision`, { json })).status).toBe(200);
    await selfie();
    expect((await read()).status).toBe('approved');
  });
});

describe.each(databases)('a screening of somebody else on %s', (database) => {
  test('is not used after the details have changed', async () => {
    const service = services(database);
    const { read, consent, details } = await verify(service);
    await consent();
    await details();
    expect((await read()).assurance.aml).toBe('clear');
    await details({ dateOfBirth: '2020-02-29' });
    expect(await read()).toMatchObject({ status: 'declined', assurance: { aml: 'not_performed' } });
  });
});

test.each(databases)(
  'a child is not screened with details of an earlier attempt, on %s',
  async (database) => {
    const service = services(database);
    const { read, consent, details, events } = await verify(service);
    await consent();
    await details({ familyName: 'IDVTEST_AML_DOWN' });
    await details({ dateOfBirth: '2020-02-29' });
    const { id, version: expectedVersion } = await read();
    for (const to of ['approved', 'in_review'])
      await service.call('POST', `/test/cases/${id}/simulate`, { json: { to } });
    const before = await events();
    service.advance(31_000);
    await service.tick();
    expect(await events()).toEqual(before);
    expect((await read()).version).toBe(expectedVersion + 2);
  },
);

describe.each(databases)('a verdict that comes after its job was taken over on %s', (database) => {
  test('changes nothing', async () => {
    const service = services(database);
    const { deps } = service;
    const { read, consent, details, selfie, events } = await verify(service);
    await consent();
    await details();
    const judging = holdJudge(deps.examiner);
    const sent = selfie({ steps: ['center'], frame: dark });
    const release = await judging;
    const other = startJobs(deps);
    onTestFinished(() => other.stop());
    // On a busy machine the first one renews its lease between the two.
    await expect
      .poll(async () => {
        service.advance(61_000);
        await other.tick();
        return await read();
      })
      .toMatchObject({ status: 'requires_input', lastError: { code: 'selfie_too_dark' } });
    const after = await read();
    release({
      selfie: 'passed',
      reasons: [],
      liveness: unmeasured,
      faceMatch: unmeasured,
      signals: noSignals,
    });
    await sent;
    expect(await read()).toEqual(after);
    expect((await events()).filter((type) => type === 'selfie_check.completed')).toHaveLength(1);
  });
});

describe.each(databases)('a verdict that comes after the decision on %s', (database) => {
  test('is not stored, and starts nothing else', async () => {
    const service = services(database);
    const { id, read, consent, selfie } = await verify(service);
    await consent();
    const judging = holdJudge(service.deps.examiner);
    const sent = selfie({ frame: dark });
    const release = await judging;
    const json = { ...person, dateOfBirth: '2020-02-29' };
    await service.call('POST', `/cases/${id}/personal-details`, { json });
    expect((await read()).status).toBe('declined');
    release({
      selfie: 'retry',
      reasons: ['selfie_too_dark'],
      liveness: unmeasured,
      faceMatch: unmeasured,
      signals: noSignals,
    });
    await sent;
    expect(await read()).toMatchObject({
      status: 'declined',
      lastError: null,
      checks: { selfie: { status: 'expired' } },
    });
  });
});

describe.each(databases)('a verdict after a refusal by the person on %s', (database) => {
  const judged = async () => {
    const service = services(database);
    const { deps } = service;
    const verification = await verify(service);
    await verification.consent();
    const judging = holdJudge(deps.examiner);
    const sent = verification.selfie();
    const release = await judging;
    const late = async () => {
      release({
        selfie: 'passed',
        reasons: [],
        liveness: { result: 'pass', score: 1 },
        faceMatch: unmeasured,
        signals: noSignals,
      });
      await sent;
      return await deps.db
        .selectFrom('selfie_checks')
        .selectAll()
        .where('case_id', '=', verification.id)
        .executeTakeFirstOrThrow();
    };
    return { service, late, ...verification };
  };

  test('is not stored after consent was declined, and emits no event', async () => {
    const { service, id, late, events, read } = await judged();
    const json = { biometric: false, textVersion: '1', locale: 'en' };
    expect((await service.call('POST', `/cases/${id}/consent`, { json })).status).toBe(200);
    expect(await late()).toMatchObject({ status: 'expired', liveness: unmeasured, completed_at: null });
    expect((await events()).at(-1)).toBe('case.canceled');
    expect(await read()).toMatchObject({ status: 'canceled', assurance: { liveness: 'not_performed' } });
  });

  test('writes nothing to a redacted case', async () => {
    const { service, id, late, events, read } = await judged();
    const { deps } = service;
    await inTransaction(deps, async (tx) => redactCase(deps, tx, (await cases.lockById(tx, id))!));
    const erased = await read();
    expect(await late()).toMatchObject({ status: 'expired', liveness: unmeasured });
    expect(await read()).toEqual(erased);
    expect((await events()).at(-1)).toBe('case.redacted');
  });

  test('does not replace an outcome that was forced meanwhile', async () => {
    const { service, id, late } = await judged();
    const json = { ...person, familyName: 'IDVTEST_SPOOF' };
    await service.call('POST', `/cases/${id}/personal-details`, { json });
    expect(await late()).toMatchObject({ status: 'failed', reasons: ['selfie_spoof_suspected'] });
  });
});

describe.each(databases)('an overloaded examiner on %s', (database) => {
  test('makes captures wait, and sends no case to a human', async () => {
    const service = services(database);
    const { read, consent, details, selfie } = await verify(service);
    const { examiner } = service.deps;
    const { judge } = examiner;
    const codes = (['busy', 'starved', 'killed'] as const)[Symbol.iterator]();
    examiner.judge = () => Promise.reject(new PoolError(codes.next().value ?? 'starved'));
    await consent();
    await details();
    await selfie();
    for (let i = 0; i < 5; i++) {
      service.advance(60_000);
      await service.tick();
    }
    expect(await read()).toMatchObject({
      status: 'processing',
      checks: { selfie: { status: 'processing' } },
    });
    examiner.judge = judge;
    service.advance(60_000);
    await service.tick();
    expect((await read()).status).toBe('approved');
  });
});

describe.each(databases)('the sweep of challenges on %s', (database) => {
  test('ignores a challenge that was started meanwhile', async () => {
    const service = services(database);
    const { id, consent } = await verify(service);
    await consent();
    const start = async () =>
      (await service.call('POST', '/biometrics/selfie-check', { json: { caseId: id } })).body;
    const first = await start();
    service.advance(121_000);
    // The sweep has read the overdue check, and another is started before it holds the case.
    const { db } = service.deps;
    const second = await start();
    await db
      .updateTable('selfie_checks')
      .set({ status: 'requires_capture' })
      .where('id', '=', first.id)
      .execute();
    await service.tick();
    const read = async (check: string) =>
      (await service.call('GET', `/biometrics/selfie-check/${check}`)).body;
    expect((await read(first.id)).status).toBe('expired');
    expect((await read(second.id)).status).toBe('requires_capture');
  });
});

/**
 * Delays the next verdict. Resolves when a caller waits for it, with a function that releases it. A test that ends before
 * that releases an error: all later jobs would wait for the verdict.
 */
function holdJudge(examiner: Examiner): Promise<(verdict: Verdict) => void> {
  const { judge } = examiner;
  let endTest = (_: Error): void => {};
  onTestFinished(() => {
    examiner.judge = judge;
    endTest(new Error('The test has ended.'));
  });
  return new Promise((isWaiting) => {
    examiner.judge = () => {
      examiner.judge = judge;
      return new Promise((give, refuse) => {
        endTest = refuse;
        isWaiting((verdict) => give({ ...verdict, looks: null }));
      });
    };
  });
}
