import { describe, expect, test } from 'vitest';
import { createApiKey } from '../../src/service/keys/apiKeys.ts';
import { come, inReview } from '../support/desk.ts';
import { databases, sharedServices } from '../support/service.ts';

const services = sharedServices();
const REVEALS = /(propose|choose|resolve hit|undo) \w/;

describe.each(databases)('the audit log of a case that waits for a second reviewer on %s', (database) => {
  test('shows every reviewer that the first one judged, but not the judgement', async () => {
    const service = services(database);
    const { id, read } = await inReview(service, { policy: { fourEyes: 'always' } });
    const decline = { outcome: 'declined', expectedVersion: (await read()).version };
    const decide = async (key?: string) =>
      await service.call('POST', `/cases/${id}/decision`, { json: decline, ...(key && { key }) });
    expect((await decide()).status).toBe(202);
    const keyWith = async (...scopes: string[]) =>
      (
        await createApiKey(service.deps, service.deps.db, {
          mode: 'test',
          name: null,
          scopes: scopes as never,
          expiresAt: null,
        })
      ).key;
    const [second, auditor] = [await keyWith('review:write', 'audit:read'), await keyWith('audit:read')];
    const exportOf = async (key: string, Accept = 'application/json') => {
      const { body } = await service.call('GET', `/audit?subject=${id}`, { key, headers: { Accept } });
      return JSON.stringify(body);
    };
    const { visitor: administrator } = await come(service, 'administrator');
    const atDesk = async () => {
      const page = await administrator.get(`/desk/audit?subject=${id}`);
      const { text } = await administrator.post('/desk/audit/export', { format: 'csv' });
      const ofCase = text.split('\n').filter((line) => line.includes(id));
      return [page.text, ofCase.join('\n')];
    };
    for (const shown of [await exportOf(second), await exportOf(second, 'text/csv'), ...(await atDesk())]) {
      expect(shown).not.toMatch(REVEALS);
      expect(shown).toContain('review: shown after the decision');
    }
    expect(await exportOf(auditor)).toContain('propose declined');
    expect((await decide(second)).status).toBe(200);
    for (const shown of [await exportOf(second), ...(await atDesk())])
      expect(shown).toContain('propose declined');
  });
});
