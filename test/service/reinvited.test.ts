import { expect, test } from 'vitest';
import { come, comeBy, replaceAccount, type Visitor } from '../support/desk.ts';
import { databases, sharedServices } from '../support/service.ts';
import { verify } from '../support/verification.ts';

const services = sharedServices();

test.each(databases)(
  'an administrator who replaces an account is no second pair of eyes, on %s',
  async (database) => {
    const service = services(database);
    const { visitor: admin } = await come(service, 'administrator');
    await come(service, 'reviewer', 'Grace');
    const { visitor: acting } = await comeBy(service, await replaceAccount(admin, 'Grace'));
    // The person is told.
    expect((await acting.get('/desk')).text).toContain('made a new invitation for you');

    const verification = await verify(service, { policy: { fourEyes: 'always', withoutFace: 'review' } });
    const { id } = verification;
    const consent = { biometric: true, face: false, textVersion: '1', locale: 'en' };
    await service.call('POST', `/cases/${id}/consent`, { json: consent });
    await verification.details();
    await service.tick();
    const decide = async (visitor: Visitor) => {
      await visitor.get('/desk');
      await visitor.post('/desk/mode', { mode: 'test' });
      await visitor.get('/desk');
      await visitor.post(`/desk/cases/${id}/claim`, {});
      const { version } = (await service.call('GET', `/cases/${id}`)).body;
      const reply = await visitor.post(`/desk/cases/${id}/decision`, {
        outcome: 'declined',
        reason: 'other',
        note: 'Seen.',
        expectedVersion: String(version),
      });
      service.advance(11_000);
      await service.tick();
      return reply;
    };
    expect((await decide(admin)).status).toBe(303);
    const second = await decide(acting);
    expect(second.text).toContain('do not count as two');
    expect((await verification.read()).status).toBe('in_review');
    // Another reviewer settles it, once the claim has ended.
    service.advance(601_000);
    const { visitor: other } = await come(service, 'reviewer');
    await decide(other);
    expect((await verification.read()).status).toBe('declined');
  },
);
