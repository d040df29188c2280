import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testList } from '../../../src/screening/screening.ts';
import { createLog } from '../../../src/service/log.ts';
import { readFaceEngineFiles } from '../../../src/service/selfies/examine/readFaceEngineFiles.ts';
import { startExaminer } from '../../../src/service/selfies/examine/startExaminer.ts';
import { drawnRecording } from '../../support/drawnRecording.ts';
import { faceEngineFiles } from '../../support/faceEngineFiles.ts';
import { faceJpeg } from '../../support/faces.ts';
import { startTestService } from '../../support/service.ts';
import { verify } from '../../support/verification.ts';
import { waitFor } from '../../support/waitFor.ts';

/** To be clear of in live mode too. */
const fictional = testList();

/** Reads a copy of the eye's files that was changed. */
async function readChanged(change: (folder: string) => void) {
  await faceEngineFiles();
  const folder = mkdtempSync(join(tmpdir(), 'idv-eye-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(import.meta.dirname, '../../../dist/vision'), folder, { recursive: true });
  change(folder);
  let logged = '';
  const files = await readFaceEngineFiles(
    createLog('warn', (lines) => {
      logged += lines;
    }),
    folder,
  );
  await waitFor(() => files !== null || logged !== '');
  return { eye: files, logged };
}

function flip(file: string): void {
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(file, bytes);
}

test('a failure in a process has its cause', async () => {
  const examiner = startExaminer(null, { size: 1 });
  onTestFinished(() => examiner.close());
  const judged = examiner.judge({ frames: [{ file: Buffer.from('no picture') }] } as never);
  await expect(judged).rejects.toMatchObject({ code: 'failed', cause: expect.any(Error) });
});

test('the version identifies rules and model files', async () => {
  const { eye: files, logged } = await readChanged(() => {});
  expect(files!.version).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{8}$/);
  expect(files!.version).toBe((await faceEngineFiles()).version);
  expect(logged).toBe('');
});

test.each<[string, (folder: string) => void, string]>([
  ['a missing file', (folder) => rmSync(join(folder, 'descriptor.bin')), 'load_failed'],
  ['a cut model', (folder) => writeFileSync(join(folder, 'detector.bin'), 'x'), 'model_unreadable'],
  ['one changed bit', (folder) => flip(join(folder, 'descriptor.bin')), 'model_unreadable'],
  ['no hash', (folder) => rmSync(join(folder, 'sha256')), 'load_failed'],
])('%s leaves the service without an engine, and is logged', async (_, change, reason) => {
  const { eye: files, logged } = await readChanged(change);
  expect(files).toBeNull();
  expect(JSON.parse(logged)).toMatchObject({ level: 'warn', reason });
});

test('without an engine even a perfect selfie is not approved in live mode', async () => {
  const service = await startTestService();
  service.deps.lists.index = () => fictional;
  const { consent, details, selfie, read } = await verify(service, {}, service.keys.live);
  await consent();
  await details();
  await selfie({ record: drawnRecording });
  expect(await read()).toMatchObject({
    status: 'in_review',
    decision: { reasons: ['engine_unavailable'] },
    assurance: { liveness: 'not_performed', faceMatch: 'not_performed', aml: 'clear' },
  });
});

test.each(['test', 'live'] as const)(
  'an engine that fails again and again leaves a case of %s mode to a human',
  async (mode) => {
    const service = await startTestService({ engine: true });
    service.deps.lists.index = () => fictional;
    const { consent, details, selfie, read } = await verify(service, {}, service.keys[mode]);
    await consent();
    await details();
    service.deps.examiner.judge = () => Promise.reject(new TypeError('out of order'));
    await selfie({ frame: await faceJpeg() });
    expect((await read()).checks.selfie.status).toBe('processing');
    for (let i = 0; i < 3; i++) {
      service.advance(60_000);
      await service.tick();
    }
    expect(await read()).toMatchObject({
      checks: { selfie: { status: 'inconclusive' } },
      status: 'in_review',
      decision: { reasons: ['check_failed'] },
      requirements: { selfieAttemptsRemaining: 3 },
      assurance: { liveness: 'not_performed' },
    });
    const path = `/biometrics/selfie-check/${(await read()).checks.selfie.id}`;
    const { body: check } = await service.call('GET', path, { key: service.keys[mode] });
    expect(check).toMatchObject({ status: 'inconclusive', reasons: ['check_failed'] });
    expect(service.logged()).toMatch(
      /"event":"check given up","kind":"verify_selfie".*"error":"TypeError".*examiner\.test/,
    );
  },
);

test('a closed examiner answers that it is unavailable', async () => {
  const examiner = startExaminer(null);
  await examiner.close();
  await expect(examiner.inspect(await faceJpeg(), 'frame')).rejects.toMatchObject({ code: 'unavailable' });
});
