import { expect, test } from 'vitest';
import { card, type Holder, mirela, passport } from '../document/support/zoneStrings.ts';
import { documentCase } from '../support/documentCase.ts';
import { documentJpeg } from '../support/documentPictures.ts';
import { databases, sharedServices } from '../support/service.ts';

const services = sharedServices({ engine: true });
const database = databases.at(-1)!;
const holder: Holder = { ...mirela, number: 'RX4171552' };
let seeds = 14_000;

const start = async () => {
  const service = services(database);
  const session = { allowedOrigins: [new URL(service.url).origin] };
  return await documentCase(service, { session });
};

/** Shows a case these stills. @returns the check, and all that its page is told. */
async function shown(front: Buffer[]) {
  const { service, id, page, show, check } = await start();
  await show({ front });
  const whole = await check();
  const ofCase = (await service.call('GET', `/cases/${id}`, page)).body;
  const ofCheck = (await service.call('GET', `/biometrics/document-check/${whole.id}`, page)).body;
  const { reasons, status } = whole;
  const { expiresAt, createdAt, retention, ...seen } = ofCase;
  const { nonce, expiresAt: until, ...seenCheck } = ofCheck;
  const document = { ...ofCase.document, id: '' };
  return {
    reasons,
    status,
    page: { ...seen, id: '', document, ofCheck: { ...seenCheck, id: '', caseId: '' } },
  };
}

test.each([
  ['blurred', { blur: 6 }, 'document_blurred'],
  ['without a zone', { lines: [' ', ' '] }, 'document_not_found'],
])('a page is not told that another case had a file which is %s', async (_, page, problem) => {
  const file = await documentJpeg({ lines: passport(holder), seed: seeds++, ...page }, null);
  const first = await shown([file]);
  expect(first).toMatchObject({ status: 'unreadable', reasons: [problem] });
  expect(first.page).toMatchObject({ lastError: { code: problem }, ofCheck: { reason: problem } });
  const again = await shown([file]);
  expect(again).toMatchObject({ status: 'unreadable', reasons: ['document_replayed', problem] });
  expect(again.page).toEqual(first.page);
});

test('a file that the same case had is no replay', async () => {
  const lines = card({ ...holder, number: 'RX4171558' });
  const front = await documentJpeg({ lines: lines.map(() => ' '), seed: seeds++ }, 0);
  const { show, check, read } = await start();
  await show({ front: [front] }, 'id_card');
  expect(await check()).toMatchObject({ status: 'unreadable', reasons: ['document_not_found'] });
  const back = await documentJpeg({ lines, seed: seeds++, fill: 0.85 }, null);
  await show({ front: [front], back: [back] }, 'id_card');
  expect(await check()).toMatchObject({ status: 'read', reasons: [] });
  expect((await read()).assurance).toMatchObject({ document: 'read', reference: 'document' });
  const other = await start();
  await other.show({ front: [front], back: [back] }, 'id_card');
  expect(await other.check()).toMatchObject({ status: 'read', reasons: ['document_replayed'] });
});
