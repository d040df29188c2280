import type { Mode } from '../../contract/mode.ts';
import type { SelfieSignals } from '../../contract/selfieCheck.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Vault } from '../crypto/vault.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { cases } from '../db/store/cases.ts';
import { selfieChecks, selfieFrames, selfieTrails } from '../db/store/selfieChecks.ts';
import { selfieFingerprints } from '../db/store/selfieFingerprints.ts';
import { errorForLog } from '../log.ts';
import { PictureError } from '../pictures/pictureStore.ts';
import { type Marker, probedMarks, storedMarks } from './captureMarks.ts';
import type { CaptureLooks, EarlierCapture, Evidence } from './examiner.ts';
import { unpackRecording } from './recording.ts';
import type { SelfieCheckContext } from './selfieContext.ts';

/** Maximum number of earlier captures that are compared with a capture. */
const MAX_CANDIDATES = 2;

interface Captured {
  row: CaseRow;
  checkId: string;
  evidence: Evidence;
  looks: CaptureLooks;
}

/**
 * Stores the fingerprints of a capture and looks for an earlier capture of the same account and mode that shares
 * moments, in this orientation or mirrored. They are stored before the search, so that of two simultaneous uploads at
 * least one finds the other.
 * @returns the capture that this one replays, if one is found, and one that it could not be compared with.
 * @throws {PictureStoreAway}
 */
export async function findReplayed(
  context: SelfieCheckContext,
  { row, checkId, evidence, looks }: Captured,
): Promise<Found> {
  const key = { id: checkId, case_id: row.id };
  const mark = markerOf(context.vault, row.mode);
  const files = [...evidence.frames.map(({ file }) => file), ...(evidence.recording?.trail ?? [])];
  const marks = storedMarks(files, looks, mark);
  if (!(await keep(context, row.mode, { ...key, marks }))) return none;
  const probes = { ...key, marks: probedMarks(files, looks, mark) };
  const similar = await selfieFingerprints.similar(context.db, probes, MAX_CANDIDATES);
  let notCompared: Found['notCompared'] = null;
  for (const { hasFile, ...candidate } of similar) {
    const named = { caseId: candidate.case_id, selfieCheckId: candidate.id };
    const other = await cases.find(context.db, row.mode, candidate.case_id);
    if (!other?.data_key) continue;
    if (hasFile) return { replayOf: named, notCompared };
    const earlier = await openEarlier(context, other, candidate.id);
    const owner = { caseId: row.id, capture: checkId };
    if (!earlier) notCompared = named;
    else if (await context.examiner.isReplay({ current: looks, earlier }, owner))
      return { replayOf: named, notCompared };
  }
  return { replayOf: null, notCompared };
}

type Found = Pick<SelfieSignals, 'replayOf' | 'notCompared'>;
const none: Found = { replayOf: null, notCompared: null };

/** @returns whether the case still exists, so that fingerprints may be stored. */
async function keep(
  context: SelfieCheckContext,
  mode: Mode,
  prints: { id: string; case_id: string; marks: bigint[] },
): Promise<boolean> {
  return await inTransaction(context, async (tx) => {
    const row = await cases.lock(tx, mode, prints.case_id);
    const check = await selfieChecks.findByKey(tx, prints);
    if (!row?.data_key || check?.status !== 'processing') return false;
    await selfieFingerprints.put(tx, prints);
    return true;
  });
}

/** The pictures of an earlier capture; `null` if they are lost, which is no fault of this person. */
async function openEarlier(
  context: SelfieCheckContext,
  row: CaseRow,
  id: string,
): Promise<EarlierCapture | null> {
  try {
    return await earlierCapture(context, row, id);
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    context.log.error('replay not compared', { case: row.id, id, ...errorForLog(error) });
    return null;
  }
}

async function earlierCapture(
  { db, pictures }: SelfieCheckContext,
  row: CaseRow,
  id: string,
): Promise<EarlierCapture> {
  const case_id = row.id;
  const sealed = await selfieTrails.ofCheck(db, { id, case_id });
  if (sealed) {
    const { trail, trailTimes, times } = unpackRecording(
      await pictures.open(row, purposes.trail(id), sealed),
    );
    return {
      files: trail,
      neutral: Math.max(
        0,
        trailTimes.findLastIndex((time) => time <= times[0]!),
      ),
    };
  }
  const frames = await selfieFrames.ofCheck(db, { id, case_id });
  return {
    files: await Promise.all(
      frames.map((frame) => pictures.open(row, purposes.frame(id, frame.position), frame)),
    ),
    neutral: 0,
  };
}

/**
 * Keyed fingerprints. Without the key, nobody can derive the picture from them or test whether a given picture matches.
 */
function markerOf(vault: Pick<Vault, 'fingerprint'>, mode: Mode): Marker {
  const purpose = purposes.selfieMark(mode);
  return (text) => BigInt(`0x${vault.fingerprint(purpose, text).slice(0, 15)}`);
}
