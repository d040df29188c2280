import { describe, expect, test } from 'vitest';
import { picture } from '../support/picture.ts';
import { type DatabaseKind, databases, sharedServices } from '../support/service.ts';
import { verify } from '../support/verification.ts';

const services = sharedServices();

/** Consent, details with that family name, one selfie. */
async function through(database: DatabaseKind, familyName: string, input: object = {}) {
  const verification = await verify(services(database), input);
  await verification.consent();
  await verification.details({ familyName });
  await verification.selfie();
  return verification;
}

describe.each(databases)('a verification on %s', (database) => {
  test('is approved in test mode, and lists the checks not performed', async () => {
    const verification = await through(database, 'Dragavei');
    expect(await verification.read()).toMatchObject({
      status: 'approved',
      requirements: { currentlyDue: [], selfieAttemptsRemaining: 3 },
      decision: { outcome: 'approved', by: 'policy', reasons: ['test_mode'], revision: 1 },
      assurance: { liveness: 'not_performed', faceMatch: 'not_performed', aml: 'clear' },
      checks: { selfie: { status: 'inconclusive' }, aml: { status: 'clear' } },
    });
    expect(await verification.events()).toEqual([
      'case.created',
      'personal_details.submitted',
      'aml_screening.completed',
      'case.processing',
      'selfie_check.completed',
      'case.approved',
    ]);
  });

  test('is approved for every order of results', async () => {
    const verification = await verify(services(database));
    await verification.consent();
    expect((await verification.selfie()).status).toBe(202);
    expect((await verification.read()).requirements.currentlyDue).toEqual(['personal_details']);
    await verification.details();
    expect((await verification.read()).status).toBe('approved');
  });

  test('in live mode goes to review without an engine and lists', async () => {
    const verification = await verify(services(database), {}, services(database).keys.live);
    await verification.consent();
    await verification.details();
    await verification.selfie();
    expect(await verification.read()).toMatchObject({
      status: 'in_review',
      decision: { reasons: ['engine_unavailable'] },
      assurance: { liveness: 'not_performed', aml: 'unavailable' },
    });
  });
});

describe.each(databases)('a forced outcome on %s', (database) => {
  test.each([
    ['IDVTEST_APPROVE', 'approved', []],
    ['IDVTEST_SPOOF', 'in_review', ['selfie_spoof_suspected']],
    ['IDVTEST_AML_POSSIBLE', 'in_review', ['aml_possible_match']],
    ['IDVTEST_AML_SANCTION', 'in_review', ['aml_possible_match']],
    ['IDVTEST_AML_PEP', 'in_review', ['aml_possible_match']],
    ['IDVTEST_REVIEW_APPROVE', 'in_review', ['review_required']],
    ['IDVTEST_REVIEW_DECLINE', 'in_review', ['review_required']],
  ])('%s leads to %s', async (familyName, status, reasons) => {
    const verification = await through(database, familyName);
    expect(await verification.read()).toMatchObject({ status, decision: { reasons } });
  });

  test('of a spoof is declined if the policy says so', async () => {
    const verification = await through(database, 'IDVTEST_SPOOF', { policy: { onSpoof: 'decline' } });
    expect(await verification.read()).toMatchObject({
      status: 'declined',
      decision: { reasons: ['selfie_spoof_suspected'] },
    });
  });
});

describe.each(databases)('a person under age, and a repeated selfie on %s', (database) => {
  test('of somebody under age is declined at once', async () => {
    for (const details of [{ familyName: 'IDVTEST_UNDERAGE' }, { dateOfBirth: '2020-02-29' }]) {
      const verification = await verify(services(database));
      await verification.details(details);
      expect(await verification.read()).toMatchObject({
        status: 'declined',
        decision: { reasons: ['under_minimum_age'] },
        requirements: { currentlyDue: [] },
      });
      expect((await verification.events()).slice(-2)).toEqual(['case.processing', 'case.declined']);
    }
  });

  test('requests one more selfie after IDVTEST_SELFIE_RETRY_1', async () => {
    const verification = await through(database, 'IDVTEST_SELFIE_RETRY_1');
    expect(await verification.read()).toMatchObject({
      status: 'requires_input',
      requirements: { currentlyDue: ['selfie'], selfieAttemptsRemaining: 2 },
      lastError: { code: 'selfie_low_quality', retryable: true },
    });
    await verification.selfie();
    expect(await verification.read()).toMatchObject({ status: 'approved', lastError: null });
    expect((await verification.events()).slice(-5)).toEqual([
      'selfie_check.completed',
      'case.requires_input',
      'case.processing',
      'selfie_check.completed',
      'case.approved',
    ]);
  });

  test('is forced for a selfie before the name too, at the cost of one attempt', async () => {
    const inTheDark = picture({ grey: () => 5 });
    const cases = [
      ['IDVTEST_APPROVE', 'approved', { liveness: 'not_performed' }],
      ['IDVTEST_SPOOF', 'in_review', { liveness: 'fail' }],
      ['IDVTEST_FACE_MISMATCH', 'requires_input', { faceMatch: 'no_match' }],
    ] as const;
    for (const [familyName, status, assurance] of cases) {
      const verification = await verify(services(database));
      await verification.consent();
      await verification.selfie({ frame: inTheDark });
      expect((await verification.read()).lastError.code).toBe('selfie_too_dark');
      await verification.details({ familyName });
      expect(await verification.read()).toMatchObject({
        status,
        requirements: { selfieAttemptsRemaining: 2 },
        assurance,
      });
    }
  });

  test('of another face ends when the attempts are used up', async () => {
    const verification = await through(database, 'IDVTEST_FACE_MISMATCH', {
      policy: { maxSelfieAttempts: 2 },
    });
    expect((await verification.read()).status).toBe('requires_input');
    await verification.selfie();
    expect(await verification.read()).toMatchObject({
      status: 'declined',
      decision: { reasons: ['selfie_face_mismatch'] },
      assurance: { faceMatch: 'no_match' },
    });
  });
});

describe.each(databases)('time on %s', (database) => {
  test('reviews a case automatically after ten seconds in test mode', async () => {
    const approve = await through(database, 'IDVTEST_REVIEW_APPROVE');
    const decline = await through(database, 'IDVTEST_REVIEW_DECLINE');
    services(database).advance(9000);
    await services(database).tick();
    expect((await approve.read()).status).toBe('in_review');
    services(database).advance(1000);
    await services(database).tick();
    expect(await approve.read()).toMatchObject({
      status: 'approved',
      decision: { by: 'reviewer', revision: 2 },
    });
    expect(await decline.read()).toMatchObject({ status: 'declined', decision: { by: 'reviewer' } });
  });

  test('keeps IDVTEST_SLOW_10 in processing for ten seconds', async () => {
    const verification = await through(database, 'IDVTEST_SLOW_10');
    expect((await verification.read()).status).toBe('processing');
    services(database).advance(9999);
    await services(database).tick();
    expect((await verification.read()).status).toBe('processing');
    services(database).advance(1);
    await services(database).tick();
    expect((await verification.read()).status).toBe('approved');
  });

  test('gives screening fifteen minutes, then sends the case to a human', async () => {
    const verification = await through(database, 'IDVTEST_AML_DOWN');
    expect(await verification.read()).toMatchObject({
      status: 'processing',
      checks: { aml: { status: 'unavailable' } },
    });
    services(database).advance(15 * 60_000 - 1);
    await services(database).tick();
    expect((await verification.read()).status).toBe('processing');
    services(database).advance(1);
    await services(database).tick();
    expect(await verification.read()).toMatchObject({
      status: 'in_review',
      decision: { reasons: ['aml_unavailable'] },
    });
  });
});
