import { expect, test } from 'vitest';
import { mirela, passport } from '../document/support/zoneStrings.ts';
import { documentCase } from '../support/documentCase.ts';
import { documentJpeg } from '../support/documentPictures.ts';
import { databases, sharedServices } from '../support/service.ts';
import { person } from '../support/verification.ts';

const services = sharedServices({ engine: true });
const database = databases.at(-1)!;

let numbers = 7_000_000;

/** A case for which the site gave details, and whose person shows their own passport and confirms what it says. */
async function shown(prefill: object) {
  const service = services(database);
  const session = { allowedOrigins: [new URL(service.url).origin] };
  const made = await documentCase(service, { prefill, session });
  const lines = passport({ ...mirela, number: `RX${numbers++}` });
  const front = [0, 0.004, -0.004].map((x, n) => documentJpeg({ lines, seed: numbers + 500 * n, x }, null));
  await made.show({ front: await Promise.all(front) });
  expect((await made.details({}, made.page)).status).toBe(200);
  return { ...made, checks: (await made.check()).checks };
}

test('the document of somebody else than the site named goes to a reviewer', async () => {
  const { checks, check } = await shown({ familyName: 'Smith', givenName: 'John' });
  expect(checks).toMatchObject({ details: 'differs', differing: ['familyName', 'givenName'] });
  expect((await check()).reasons).toContain('document_details_differ');
});

test.each([
  ['all of them', { familyName: person.familyName, givenName: person.givenName }],
  ['a family name alone', { familyName: person.familyName }],
  ['another day of birth, which is not compared with nothing', { givenName: person.givenName }],
])('a site that gave what the document says: %s', async (_, prefill) => {
  expect((await shown(prefill)).checks).toMatchObject({ details: 'match', differing: [] });
});

test('nobody types it away: the details of the site are compared once, and count from then on', async () => {
  const { page, details, check, read } = await shown({ dateOfBirth: '1970-01-01' });
  await details({}, page);
  expect((await check()).checks).toMatchObject({ details: 'differs', differing: ['dateOfBirth'] });
  expect((await read()).status).not.toBe('approved');
});
