import { describe, expect, test } from 'vitest';
import { come, inReview } from '../support/desk.ts';
import { databases, sharedServices } from '../support/service.ts';
import { verify } from '../support/verification.ts';

const services = sharedServices();

describe.each(databases)('the search by name on %s', (database) => {
  test('requires a reason, which is audited, and matches the beginning of each word', async () => {
    const service = services(database);
    const { id, details } = await verify(service, { clientReferenceId: 'cust-42' });
    await details({ givenName: 'Zoë', familyName: 'Ångström-Quill' });
    const { visitor } = await come(service, 'viewer');
    const search = (name: string, reason = 'Call of the person') =>
      visitor.post('/desk/search/name', { name, reason });
    for (const name of ['zoe', 'QUILL angstrom', 'Ångström']) {
      const { text } = await search(name);
      expect([name, text.includes(`/desk/cases/${id}`), text.includes('cust-42')]).toEqual([
        name,
        true,
        true,
      ]);
    }
    expect((await search('Zoë Quilt')).text).toContain('0 found');
    expect((await search('Zoë', '')).status).toBe(422);
    expect((await search('Zoë Quill', 'Quill called us')).status).toBe(422);
    const { text } = await visitor.get('/desk/audit');
    expect(text.match(/search by name: Call of the person/g)).toHaveLength(4);
    expect(text).not.toMatch(/Quil|Zo[eë]/);
  });

  test('hides a pending case from those who judge faces', async () => {
    const service = services(database);
    const { id } = await inReview(service);
    const searchAs = async (role: string) => {
      const { visitor } = await come(service, role);
      const form = { name: 'IDVTEST_AML_POSSIBLE', reason: 'Quality' };
      return (await visitor.post('/desk/search/name', form)).text.includes(id);
    };
    expect([await searchAs('viewer'), await searchAs('reviewer'), await searchAs('administrator')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
