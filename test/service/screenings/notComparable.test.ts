import { describe, expect, test } from 'vitest';
import { AmlScreening } from '../../../src/contract/amlScreening.ts';
import { ruleOut } from '../../support/ruleOut.ts';
import { databases, sharedServices } from '../../support/service.ts';
import { verify } from '../../support/verification.ts';

const services = sharedServices();

describe.each(databases)('a field that cannot be compared, on %s', (database) => {
  const screen = async (json: object) =>
    (await services(database).call('POST', '/aml/screen', { json })).body;

  test('is reported, and the result is never clear', async () => {
    const body = await screen({ person: { fullName: 'Ada Quill', nativeName: 'བསྟན་འཛིན་རྒྱ་མཚོ' } });
    expect(AmlScreening.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      status: 'not_comparable',
      totalHits: 0,
      hits: [],
      explain: {
        why: 'script_not_read',
        notCompared: [{ why: 'script_not_read', field: 'nativeName', kind: 'Tibetan' }],
        text: 'Not compared with the lists: nativeName: the script Tibetan is not read.',
      },
    });
    const { body: report } = await services(database).call('GET', `/aml/screen/${body.id}/report`);
    expect(report).toMatchObject({ status: 'not_comparable', explain: body.explain });
    expect(await screen({ person: { fullName: 'Ada Quill' } })).toMatchObject({
      status: 'clear',
      explain: null,
    });
  });

  test('sends the case to a human, and remains reported after all hits are ruled out', async () => {
    const verification = await verify(services(database));
    await verification.details({ nativeName: 'ᠴᠢᠩᠭᠢᠰ' });
    expect((await verification.read()).checks.aml.status).toBe('not_comparable');
    const { id, hits } = await screen({
      person: { fullName: 'Honoria Ballotbury; ᠴᠢᠩᠭᠢᠰ', dateOfBirth: '1969-06-30' },
    });
    await ruleOut(services(database), id, hits[0].id);
    const { body } = await services(database).call('GET', `/aml/screen/${id}`);
    expect(body).toMatchObject({ status: 'not_comparable', totalHits: 1 });
  });

  test('is never cleared by a score or by too many spellings', async () => {
    const person = { fullName: 'Honoria Balotburi' };
    const all = await screen({ person });
    expect(all.hits[0].score).toBeLessThan(0.9);
    expect(await screen({ person, minScore: 0.9 })).toMatchObject({
      status: 'possible_match',
      hits: [],
      totalHits: 1,
    });
    const fullName = Array.from({ length: 65 }, () => 'A').join(';');
    expect(
      await services(database).call('POST', '/aml/screen', { json: { person: { fullName } } }),
    ).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'too_many_spellings' }] },
    });
  });
});
