import { CredentialError } from '../../../src/credentials/CredentialError.ts';
import { describeCredential } from '../../../src/credentials/describe.ts';
import { isObject, type Json } from '../../../src/credentials/jose/strictJson.ts';
import { readTrustList } from '../../../src/credentials/trust/readTrustList.ts';
import { type CredentialCheck, verifyCredential } from '../../../src/credentials/verifyCredential.ts';
import { readCertificate } from '../../../src/credentials/x509/certificate.ts';
import { readCrl } from '../../../src/credentials/x509/crl.ts';
import { makeCrl } from '../../../src/testwallet/authority.ts';
import { issueLote, issueVical } from '../../../src/testwallet/issueLists.ts';
import { makeScenario, PID_DOCTYPE, type Scenario } from '../../../src/testwallet/scenario.ts';

/** The results of the mutations of one format. */
export interface Mutated {
  mutations: number;
  /** Accepted, with the issuer's claims only: the change has no meaning, or discloses less. */
  harmless: number;
  /** Taken with other claims, or unbound. */
  accepted: number;
  /** Ended in an error that has no code. */
  uncoded: number;
  slowestMs: number;
  /** The first that should not be, as hexadecimal digits. */
  first: string[];
}

export interface MutationJob {
  format: MutatedFormat;
  mutations: number;
  /** After so many, a new credential is issued, with other values and bytes. */
  renewedEvery: number;
  seed: number;
}

export const MUTATED_FORMATS = ['mdoc', 'sdJwt', 'lists'] as const;
export type MutatedFormat = (typeof MUTATED_FORMATS)[number];

const NOW = Date.parse('2026-11-20T12:00:00Z');
const MAX_MS = 20;

/**
 * Mutates honest input at random as often as requested, and records accepted mutations, errors without a code and slow
 * ones.
 */
export function mutate({ format, mutations, renewedEvery, seed }: MutationJob): Mutated {
  const random = randomBelow(seed);
  const found: Mutated = { mutations, harmless: 0, accepted: 0, uncoded: 0, slowestMs: 0, first: [] };
  let target = targetOf(format, 0);
  for (let count = 0; count < mutations; count++) {
    if (count % renewedEvery === 0) target = targetOf(format, count / renewedEvery);
    const input = mutant(target.inputs[random(target.inputs.length)]!, random);
    const began = performance.now();
    const verdict = verdictOf(target, input);
    const ms = fastest(performance.now() - began, () => verdictOf(target, input));
    found.slowestMs = Math.max(found.slowestMs, ms);
    if (verdict === 'harmless') found.harmless += 1;
    if (verdict === 'accepted') found.accepted += 1;
    if (verdict === 'uncoded') found.uncoded += 1;
    const isWrong = verdict === 'accepted' || verdict === 'uncoded' || ms > MAX_MS;
    if (isWrong && found.first.length < 3) found.first.push(Buffer.from(input).toString('hex'));
  }
  found.slowestMs = Math.round(10 * found.slowestMs) / 10;
  return found;
}

interface Target {
  inputs: Uint8Array[];
  /** The content of an input, a line for each claim. @throws {CredentialError} */
  read(input: Uint8Array): string[];
  honest: Set<string>;
}

function targetOf(format: MutatedFormat, round: number): Target {
  const scenario = makeScenario(NOW);
  if (format === 'lists') return listTarget(scenario);
  const bytes = format === 'mdoc' ? scenario.mdoc() : Buffer.from(scenario.sdJwt());
  // Text is changed as text and as bytes; bytes also as the digits that a file may hold.
  const inputs =
    format === 'mdoc' && round % 4 === 3 ? [Buffer.from(Buffer.from(bytes).toString('hex'))] : [bytes];
  const check = scenario.check();
  return { inputs, read: (input) => claimsOf(input, check), honest: new Set(claimsOf(bytes, check)) };
}

function claimsOf(input: Uint8Array, check: CredentialCheck): string[] {
  return verifyCredential(input, check).flatMap((credential) => {
    if (credential.unbound) throw credential.unbound;
    const { type, claims, validity } = describeCredential(credential);
    return [JSON.stringify({ type, validity }), ...linesOf(claims!, '')];
  });
}

function linesOf(value: Json, path: string): string[] {
  if (!isObject(value)) return [`${path} ${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([name, member]) => linesOf(member, `${path}.${name}`));
}

/**
 * Trust lists, a certificate and a revocation list. Their content may change, as certificates are not verified here.
 */
function listTarget({ root, signer }: Scenario): Target {
  const vical = issueVical(signer, [{ certificate: root.certificate, docType: [PID_DOCTYPE] }], NOW);
  const lote = Buffer.from(issueLote(signer, [{ certificate: root.certificate, kind: 'PID/Issuance' }], NOW));
  const crl = makeCrl(root, [Uint8Array.of(7)], NOW, NOW + 1000);
  const read = (input: Uint8Array): string[] => {
    if (input[0] === 0x30) {
      const isCrl = input.length < 250;
      isCrl ? readCrl(input) : readCertificate(input);
      return [];
    }
    readTrustList(input);
    return [];
  };
  return {
    inputs: [vical, lote, root.certificate, signer.certificate, crl],
    read,
    honest: new Set(['true']),
  };
}

function verdictOf(
  { read, honest }: Target,
  input: Uint8Array,
): 'refused' | 'harmless' | 'accepted' | 'uncoded' {
  try {
    return read(input).every((line) => honest.has(line)) ? 'harmless' : 'accepted';
  } catch (error) {
    return error instanceof CredentialError ? 'refused' : 'uncoded';
  }
}

/** The machine may be busy: a slow run is repeated, and CPU time counts. */
function fastest(ms: number, again: () => unknown): number {
  for (let tries = 0; ms > MAX_MS / 4 && tries < 5; tries++) {
    const began = process.threadCpuUsage();
    again();
    const { user, system } = process.threadCpuUsage(began);
    ms = Math.min(ms, (user + system) / 1000);
  }
  return ms;
}

function mutant(input: Uint8Array, random: (below: number) => number): Uint8Array {
  let bytes: Buffer = Buffer.from(input);
  const changes = 1 + (random(4) === 0 ? random(8) : 0);
  for (let count = 0; count < changes && bytes.length > 0; count++) {
    const at = random(bytes.length);
    const length = 1 + random(16);
    const part = bytes.subarray(at, at + length);
    const kind = random(7);
    if (kind === 0) bytes[at]! ^= 1 << random(8);
    else if (kind === 1) bytes[at] = random(256);
    else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    else if (kind === 3) bytes = Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at)]);
    else if (kind === 4)
      bytes = Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(part).reverse(),
        bytes.subarray(at + length),
      ]);
    else if (kind === 5)
      bytes = Buffer.concat([bytes.subarray(0, at), noise(length, random), bytes.subarray(at)]);
    else
      bytes =
        random(50) === 0 ? Buffer.from(bytes.subarray(0, at)) : swapped(bytes, at, random(bytes.length));
  }
  return new Uint8Array(bytes);
}

function noise(length: number, random: (below: number) => number): Buffer {
  return Buffer.from(Array.from({ length }, () => random(256)));
}

function swapped(bytes: Buffer, a: number, b: number): Buffer {
  [bytes[a], bytes[b]] = [bytes[b]!, bytes[a]!];
  return bytes;
}

/** Numbers below a limit from a seed (mulberry32): a run can be repeated. */
function randomBelow(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
