import type { Mode } from '../../contract/mode.ts';
import type { SelfieSignals } from '../../contract/selfieCheck.ts';
import { printDistance } from '../../vision/index.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { purposes } from '../crypto/purposes.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { Vault } from '../crypto/vault.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { cases } from '../db/store/cases.ts';
import { selfieChecks, selfieFrames, selfieTrails } from '../db/store/selfieChecks.ts';
import { selfieFingerprints } from '../db/store/selfieFingerprints.ts';
import type { CapturedFiles, CaptureLooks, Evidence } from './examiner.ts';
import { unpackRecording } from './recording.ts';
import type { SelfieCheckContext } from './selfieContext.ts';

/** Maximum number of earlier captures that are compared with a capture. */
const MAX_CANDIDATES = 3;
/** A print closer than this to the previous one shows the same moment of a still face. */
const SAME_MOMENT = 0.02;
/** Number of bands of a print. A capture with an equal band is a candidate. */
const BANDS = 3;
/** Number of the least certain bits of a band for which the search tries both values. */
const UNCERTAIN_BITS = 3;

interface Captured {
  row: CaseRow;
  checkId: string;
  evidence: Evidence;
  looks: CaptureLooks;
}

/**
 * Stores the fingerprints of a capture and looks for an earlier capture of the same account and mode that shares
 * frames. They are stored before the search, so that of two simultaneous uploads at least one finds the other.
 * @returns the capture that this one replays; `null` if none is found.
 */
export async function findReplayed(
  context: SelfieCheckContext,
  { row, checkId, evidence, looks }: Captured,
): Promise<SelfieSignals['replayOf']> {
  const files = filesOf(evidence);
  const key = { id: checkId, case_id: row.id };
  const isKept = await keep(context, row.mode, {
    ...key,
    marks: marksOf(context.vault, row.mode, files, looks),
  });
  if (!isKept) return null;
  const probes = marksOf(context.vault, row.mode, files, looks, { isProbing: true });
  const candidates = await selfieFingerprints.similar(context.db, { ...key, marks: probes }, MAX_CANDIDATES);
  for (const candidate of candidates) {
    const earlier = await openFiles(context, row.mode, candidate);
    if (!earlier) continue;
    const owner = { caseId: row.id, capture: checkId };
    if (await context.examiner.isReplay({ current: files, earlier, face: looks.face }, owner))
      return { caseId: candidate.case_id, selfieCheckId: candidate.id };
  }
  return null;
}

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

/** The pictures of an earlier capture; `null` if they were deleted. */
async function openFiles(
  { db, vault }: SelfieCheckContext,
  mode: Mode,
  { id, case_id }: { id: string; case_id: string },
): Promise<CapturedFiles | null> {
  const row = await cases.find(db, mode, case_id);
  if (!row?.data_key) return null;
  const frames = await selfieFrames.ofCheck(db, { id, case_id });
  const trail = await selfieTrails.ofCheck(db, { id, case_id });
  return {
    frames: frames.map(({ position, sealed }) => vault.open(row, purposes.frame(id, position), sealed)),
    trail: trail ? unpackRecording(vault.open(row, purposes.trail(id), trail.sealed)).trail : [],
  };
}

function filesOf({ frames, recording }: Evidence): CapturedFiles {
  return { frames: frames.map(({ file }) => file), trail: recording?.trail ?? [] };
}

/**
 * The keyed fingerprints of a capture: one per file and one per moment of its content. Without the key, nobody can
 * derive the picture from them or test whether a given picture matches.
 * @param isProbing adds the variants in which the least certain bits are flipped.
 */
function marksOf(
  vault: Pick<Vault, 'fingerprint'>,
  mode: Mode,
  { frames, trail }: CapturedFiles,
  { prints }: CaptureLooks,
  { isProbing = false } = {},
): bigint[] {
  const purpose = purposes.selfieMark(mode);
  const mark = (text: string) => BigInt(`0x${vault.fingerprint(purpose, text).slice(0, 15)}`);
  const files = [...frames, ...trail]
    .filter((_, index) => prints[index] !== null)
    .map((file) => -1n - mark(`file ${sha256(file)}`));
  let last: Float32Array | null = null;
  const looks: bigint[] = [];
  for (const print of prints) {
    if (!print || (last && printDistance(last, print) < SAME_MOMENT)) continue;
    last = print;
    for (const bits of bandsOf(print, { isProbing })) looks.push(mark(`look ${bits}`));
  }
  return [...new Set([...files, ...looks])];
}

/** The bands of a print: the signs of every third coefficient, as text. */
function bandsOf(print: Float32Array, { isProbing }: { isProbing: boolean }): string[] {
  return Array.from({ length: BANDS }, (_, band) => {
    const values = [...print].filter((_, index) => index % BANDS === band);
    const signs = values.map((value) => (value >= 0 ? '1' : '0'));
    if (!isProbing) return [`${band} ${signs.join('')}`];
    const uncertain = [...values.keys()]
      .sort((one, other) => Math.abs(values[one]!) - Math.abs(values[other]!))
      .slice(0, UNCERTAIN_BITS);
    return Array.from({ length: 2 ** uncertain.length }, (_, flips) => {
      const flipped = [...signs];
      for (const [bit, at] of uncertain.entries())
        if (flips & (1 << bit)) flipped[at] = signs[at] === '1' ? '0' : '1';
      return `${band} ${flipped.join('')}`;
    });
  }).flat();
}
