import { expect, test } from 'vitest';
import { mirela, passport } from '../document/support/zoneStrings.ts';
import { come, judgeAt } from '../support/desk.ts';
import { documentCase } from '../support/documentCase.ts';
import { documentJpeg } from '../support/documentPictures.ts';
import { drawnRecording } from '../support/drawnRecording.ts';
import { databases, sharedServices } from '../support/service.ts';

const services = sharedServices({ engine: true });
const database = databases.at(-1)!;
let seeds = 7300;

/** A case whose document shows one of the drawn people, and its selfie the first. */
async function shown(person: 0 | 1, { details = {}, birth = mirela.birth } = {}) {
  const service = services(database);
  const policy = { documentPortrait: 'evidence', maxSelfieAttempts: 1 };
  const opened = await documentCase(service, {
    policy,
    session: { allowedOrigins: [new URL(service.url).origin] },
  });
  const seed = seeds++;
  const lines = passport({ ...mirela, birth, number: `RX40${seed}1` });
  const front = await Promise.all(
    [0, 0.004, -0.004].map((x, n) => documentJpeg({ lines, seed: seed + 500 * n, x }, person)),
  );
  await opened.show({ front });
  await opened.details(details);
  await opened.selfie({ record: drawnRecording });
  const after = await opened.read();
  const path = `/biometrics/selfie-check/${after.checks.selfie.id}`;
  const { body: selfie } = await service.call('GET', path);
  return { ...opened, after, selfie, path };
}

test('another face on the document is evidence, and decides nothing', async () => {
  const { after, selfie, path, service, page } = await shown(1);
  expect(after).toMatchObject({
    status: 'approved',
    assurance: { liveness: 'pass', faceMatch: 'not_performed', reference: 'document', document: 'read' },
  });
  expect(selfie).toMatchObject({ status: 'passed', reasons: [], faceMatch: { result: 'not_performed' } });
  expect(selfie.signals.documentPortrait.result).toMatch(/^(no_match|inconclusive)$/);
  expect(selfie.signals.documentPortrait.score).toBeLessThan(0.7);
  const { status, body } = await service.call('GET', path, page);
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toMatch(/portrait|signals|no_match|inconclusive/i);
});

test('a reviewer who looks for another reason sees it, after their own judgement', async () => {
  const { id, after, service } = await shown(0, { birth: '900518' });
  expect(after).toMatchObject({ status: 'in_review', decision: { reasons: ['document_details_differ'] } });
  const { visitor } = await come(service);
  const path = `/desk/cases/${id}`;
  await visitor.post(`${path}/claim`, {});
  const { text } = await visitor.get(path);
  expect(text).toContain('from the document that the person showed: its portrait');
  expect(text).not.toContain('decided nothing');
  const judged = await judgeAt(visitor, id);
  expect(judged).toMatch(
    /Same face as the document’s portrait, which decided nothing.*match, distance 0\.\d\d/s,
  );
});

test('the name of test mode for another face forces evidence alone', async () => {
  const { after, selfie } = await shown(0, { details: { familyName: 'IDVTEST_DOCUMENT_OTHER_FACE' } });
  expect(after).toMatchObject({ status: 'approved', assurance: { faceMatch: 'not_performed' } });
  expect(selfie.signals.documentPortrait).toEqual({ result: 'no_match', score: null });
});
