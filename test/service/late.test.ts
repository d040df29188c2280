import { describe, expect, onTestFinished, test } from 'vitest';
import type { Examiner, Verdict } from '../../src/service/checks/examiner.ts';
import { startJobs } from '../../src/service/jobs/startJobs.ts';
import { picture } from '../support/picture.ts';
import { databases, sharedServices, startTestService } from '../support/service.ts';
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

  test('is screened all the same', async () => {
    const { read } = await exhausted();
    expect(await read()).toMatchObject({
      status: 'in_review',
      decision: { reasons: ['attempts_exhausted'] },
      checks: { aml: { status: 'clear' } },
      assurance: { aml: 'clear' },
    });
  });

  test('and asked for another selfie comes to an outcome', async () => {
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
  test('is no assurance once the details have changed', async () => {
    const service = services(database);
    const { read, consent, details } = await verify(service);
    await consent();
    await details();
    expect((await read()).assurance.aml).toBe('clear');
    await details({ dateOfBirth: '2020-02-29' });
    expect(await read()).toMatchObject({ status: 'declined', assurance: { aml: 'not_performed' } });
  });
});

describe.each(databases)('a verdict that comes after its job was taken over on %s', (database) => {
  test('changes nothing any more', async () => {
    const service = await startTestService({ database });
    const { deps } = service;
    const { read, consent, details, selfie, events } = await verify(service);
    await consent();
    await details();
    const judging = holdJudge(deps.examiner);
    const sent = selfie({ steps: ['center'], frame: dark });
    const release = await judging;
    service.advance(61_000);
    const other = startJobs(deps);
    onTestFinished(() => other.stop());
    await other.tick();
    const after = await read();
    expect(after).toMatchObject({ status: 'requires_input', lastError: { code: 'selfie_too_dark' } });
    release({ selfie: 'passed', reasons: [], liveness: unmeasured, faceMatch: unmeasured });
    await sent;
    expect(await read()).toEqual(after);
    expect((await events()).filter((type) => type === 'selfie_check.completed')).toHaveLength(1);
  });
});

describe.each(databases)('a verdict that comes after the decision on %s', (database) => {
  test('asks for nothing more', async () => {
    const service = await startTestService({ database });
    const { id, read, consent, selfie } = await verify(service);
    await consent();
    const judging = holdJudge(service.deps.examiner);
    const sent = selfie({ frame: dark });
    const release = await judging;
    const json = { ...person, dateOfBirth: '2020-02-29' };
    await service.call('POST', `/cases/${id}/personal-details`, { json });
    expect((await read()).status).toBe('declined');
    release({ selfie: 'retry', reasons: ['selfie_too_dark'], liveness: unmeasured, faceMatch: unmeasured });
    await sent;
    expect(await read()).toMatchObject({
      status: 'declined',
      lastError: null,
      checks: { selfie: { status: 'failed' } },
    });
  });
});

/** Holds the next verdict back. Resolves once somebody waits for it, with what gives it. */
function holdJudge(examiner: Examiner): Promise<(verdict: Verdict) => void> {
  const { judge } = examiner;
  return new Promise((isWaiting) => {
    examiner.judge = () => {
      examiner.judge = judge;
      return new Promise((give) => isWaiting(give));
    };
  });
}
