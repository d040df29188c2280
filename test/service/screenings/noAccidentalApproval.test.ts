import { afterAll, describe, expect, test } from 'vitest';
import { decideOutcome, type OutcomeInput } from '../../../src/service/cases/outcome.ts';
import { inTransaction } from '../../../src/service/db/inTransaction.ts';
import type { CaseFacts } from '../../../src/service/db/schema.ts';
import { amlDatasets } from '../../../src/service/db/store/amlDatasets.ts';
import { cases } from '../../../src/service/db/store/cases.ts';
import { completeScreening } from '../../../src/service/screenings/completeScreening.ts';
import { storeScreening } from '../../../src/service/screenings/recordScreening.ts';
import { listDirectory, strangers, untilListsChange } from '../../support/lists.ts';
import { passedFacts } from '../../support/passedFacts.ts';
import { type DatabaseKind, databases, sharedServices } from '../../support/service.ts';
import { person, resolveHits, type Verification, verify } from '../../support/verification.ts';

const lists = listDirectory(strangers);
afterAll(lists.remove);
const services = sharedServices({ config: { amlLists: [lists.path] } });
let changes = 0;

async function change(database: DatabaseKind, people: typeof strangers) {
  changes += 1;
  lists.write([...people, { id: 'NK-run', name: `Nobody ${changes}` }]);
  await untilListsChange(services(database));
}

const words: CaseFacts['aml'][] = ['none', 'unavailable', 'clear', 'possible'];
const selfies: CaseFacts['selfie'][] = ['none', 'passed', 'retry', 'no_match', 'spoof', 'not_performed'];
const known: OutcomeInput = {
  ...passedFacts,
  mode: 'test',
  selfieReason: 'review_required',
  attemptsLeft: 0,
};
/** Every way in which a case can wait for a result, and one that waits for nothing but its outcome. */
const waits = [
  ...selfies
    .flatMap((selfie) => words.map((aml) => ({ ...known, selfie, aml })))
    .filter((facts) => decideOutcome(facts).status === 'processing'),
  { ...known, selfie: 'passed' as const, aml: 'clear' as const },
];

async function start(database: DatabaseKind, details: object) {
  await services(database).deps.lists.loaded(60_000);
  const verification = await verify(services(database));
  await verification.consent();
  await verification.details(details);
  return verification;
}

async function approve(database: DatabaseKind, { id, read }: Verification) {
  const { version: expectedVersion } = await read();
  const json = { outcome: 'approved', note: 'The register says she is of age.', expectedVersion };
  return await services(database).call('POST', `/cases/${id}/decision`, { json });
}

describe.each(databases)('no accidental approval on %s', (database) => {
  test('a person approved despite their age is screened first, then monitored', async () => {
    await change(database, strangers);
    const young = await start(database, { familyName: 'Petrescu', dateOfBirth: '2015-05-17' });
    const { read, events } = young;
    expect(await read()).toMatchObject({
      status: 'declined',
      monitoring: null,
      checks: { aml: { status: 'pending' } },
    });
    const { version } = services(database).deps.lists.inUse()!.index.dataset;
    expect(await approve(database, young)).toMatchObject({
      status: 200,
      body: {
        status: 'approved',
        checks: { aml: { status: 'clear' } },
        assurance: { aml: 'clear' },
        monitoring: { datasetVersion: version },
      },
    });
    expect((await events()).slice(-2)).toEqual(['aml_screening.completed', 'case.decision_revised']);
    await change(database, [
      ...strangers,
      { id: 'NK-late', name: 'Mirela Petrescu', born: '2015-05-17', country: 'ro' },
    ]);
    expect(await read()).toMatchObject({
      status: 'in_review',
      decision: { reasons: ['aml_possible_match'] },
    });
  });

  test('a reviewer cannot approve over a hit of that screening without having seen it', async () => {
    const listed = { id: 'NK-young', name: 'Mirela Ionescu', born: '2015-05-17', country: 'ro' };
    await change(database, [...strangers, listed]);
    const young = await start(database, { familyName: 'Ionescu', dateOfBirth: '2015-05-17' });
    const { read } = young;
    const refused = await approve(database, young);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'version_conflict', currentStatus: 'declined' },
    });
    expect(await read()).toMatchObject({ status: 'declined', checks: { aml: { status: 'possible_match' } } });
    expect((await approve(database, young)).body.code).toBe('hits_unresolved');
    await resolveHits(services(database), (await read()).checks.aml.id);
    expect(await approve(database, young)).toMatchObject({ status: 200, body: { status: 'approved' } });
  });
});

describe.each(databases)('no result is lost on %s', (database) => {
  test('a process without lists, or with older ones, replaces no result', async () => {
    await change(database, strangers);
    const { id, read } = await start(database, { familyName: 'Anghel' });
    const before = await read();
    expect(before.checks.aml.status).toBe('clear');
    const { deps } = services(database);
    const noHits = { hits: [], totalHits: 0, notCompared: [] };
    const thresholds = { version: 0, rules: [] };
    const old = {
      version: 'older',
      publishedAt: null,
      newerVersion: null,
      lacking: [],
      namedWithoutVowels: 0,
      lists: [],
    };
    for (const screened of [
      { status: 'unavailable' as const, dataset: null, thresholds, ...noHits },
      { status: 'possible_match' as const, dataset: old, thresholds, ...noHits },
    ]) {
      await inTransaction(deps, async (tx) => {
        await tx
          .insertInto('aml_datasets')
          .values({ version: 'older', number: 0, used_at: deps.clock() })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        const row = (await cases.lockById(tx, id))!;
        const input = { person };
        const screening = await storeScreening(deps, tx, { mode: row.mode, row, input }, screened);
        await completeScreening(deps, tx, row, screening, input);
      });
    }
    expect(await read()).toEqual(before);
  });

  test('a screening on older lists is repeated by the node with the newest ones', async () => {
    await change(database, strangers);
    const { deps, tick } = services(database);
    await inTransaction(deps, (tx) => amlDatasets.putNewest(tx, `newer ${database}`, deps.clock()));
    await start(database, { familyName: 'Barbu' });
    const waits = await deps.db
      .selectFrom('jobs')
      .select('subject')
      .where('kind', '=', 'monitor_cases')
      .execute();
    expect(waits).toContainEqual({ subject: `newer ${database}` });
    await deps.db.deleteFrom('aml_datasets').where('version', '=', `newer ${database}`).execute();
    await tick();
  });
});

describe.each(databases)('a pending result on %s', (database) => {
  test('no case waits forever, for any reason', async () => {
    await change(database, strangers);
    const { deps, advance, tick } = services(database);
    const ids = new Map<string, string>();
    for (const { selfie, aml } of waits) {
      const verification = await start(database, { familyName: 'Cosma' });
      if (selfie === 'none') await verification.selfie();
      const row = (await cases.lockById(deps.db, verification.id))!;
      ids.set(verification.id, `${selfie} ${aml}`);
      const facts = { ...row.facts, selfie, aml, amlGivenUp: false };
      // The state after a crash or a defect: a result is due, without a job.
      const checks = { ...row.checks, selfie: { ...row.checks.selfie, status: 'processing' } };
      const { id } = row.checks.selfie;
      if (id)
        await deps.db
          .updateTable('selfie_checks')
          .set({ status: 'processing' })
          .where('id', '=', id)
          .execute();
      const set = {
        status: 'processing' as const,
        submitted_at: deps.clock(),
        decision: null,
        decided_at: null,
      };
      await cases.update(deps.db, verification.id, {
        ...set,
        facts: JSON.stringify(facts),
        checks: JSON.stringify(selfie === 'none' ? checks : row.checks),
      });
      await deps.db.deleteFrom('jobs').where('case_id', '=', verification.id).execute();
    }
    advance(61_000);
    await tick();
    const rows = await cases.findAll(deps.db, [...ids.keys()]);
    const waiting = rows.filter(({ status }) => status === 'processing').map(({ id }) => ids.get(id));
    expect(waiting).toEqual([]);
    expect(rows).toHaveLength(waits.length);
  });
});
