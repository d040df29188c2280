import type { TestOutcome } from '../../src/contract/testMode.ts';
import type { TestService } from '../support/openService.ts';
import { answersOfWallets } from './outcome-blind/answersOfWallets.ts';
import { type Look, lookAsPage } from './outcome-blind/lookAsPage.ts';
import { separation } from './outcome-blind/separation.ts';
import { type PageCase, verifyAsPage } from './outcome-blind/verifyAsPage.ts';
import type { Lab } from './support/Lab.ts';
import { openLocal } from './support/openLocal.ts';
import type { Findings } from './support/Proof.ts';

/** Forced outcomes, with the resulting status. A minor's differs by design as soon as the details are in. */
const OUTCOMES: Partial<Record<TestOutcome, string>> = {
  APPROVE: 'approved',
  SELFIE_RETRY_1: 'in_review',
  SPOOF: 'in_review',
  FACE_MISMATCH: 'declined',
  UNDERAGE: 'declined',
  AML_POSSIBLE: 'in_review',
  AML_SANCTION: 'in_review',
  AML_PEP: 'in_review',
  AML_DOWN: 'processing',
  REVIEW_APPROVE: 'in_review',
  REVIEW_DECLINE: 'in_review',
  SLOW_10: 'processing',
};
const ORDERS = ['details first', 'selfie first'] as const;
/** Standard deviations that the times of two outcomes may be apart. */
const SIGMAS = 4.5;

/**
 * All forced outcomes in both orders of input: every response to the session key of a case has the same text and the
 * same duration for all outcomes, before and after a human or a deadline decides, for each retention. The same holds for responses to
 * wallets. `PROVE_PARTS` names the parts to run, of `cases` and `wallets`.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const parts = process.env['PROVE_PARTS']?.split(',') ?? ['cases', 'wallets'];
  const cases = parts.includes('cases') ? await casesOfOutcomes(lab) : null;
  const wallets = parts.includes('wallets') ? await answersOfWallets(lab) : null;
  const ok = (cases?.ok ?? true) && (wallets?.ok ?? true) && Boolean(cases ?? wallets);
  return { ...cases, ...(wallets && { wallets }), ok };
}

/**
 * Retention in days, with which every outcome is compared: what it deletes of a decided case must not be seen by its page.
 * Evidence kept for 0 years is the hardest case.
 */
const RETENTIONS = [
  { detailsDays: 0, biometricsDays: 0, evidenceYears: 0 },
  { detailsDays: 1, biometricsDays: 1, evidenceYears: 5 },
  { detailsDays: 7, biometricsDays: 7, evidenceYears: 5 },
];
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A retention, and a page at a moment: undecided cases are in review, or still open. */
interface Comparison {
  differences: string[];
  looks: number;
  timed: Record<string, PageCase>;
}

async function casesOfOutcomes(lab: Lab): Promise<Findings> {
  const found: Comparison = { differences: [], looks: 0, timed: {} };
  let slowest: TestService | undefined;
  for (const retention of RETENTIONS) {
    const service = await openLocal(lab, { config: { retention } });
    const timed: Record<string, PageCase> = {};
    for (const order of ORDERS)
      await compareOutcomes(lab, service, { order, days: retention.detailsDays, found, timed });
    if (slowest) continue;
    slowest = service;
    found.timed = timed;
  }
  const { differences, looks, timed } = found;
  const rounds = lab.size(300, 12);
  const { furthest, allowed } = await compareTimes(slowest!, timed, rounds);
  const ok = differences.length === 0 && furthest.sigmas < allowed;
  const timing = { rounds, furthest: furthest.between, sigmas: furthest.sigmas, allowed };
  return {
    ok,
    retentions: RETENTIONS.map(({ detailsDays }) => detailsDays),
    outcomes: Object.keys(timed).length,
    looks,
    differences: differences.slice(0, 5),
    timing,
  };
}

interface Round {
  order: (typeof ORDERS)[number];
  days: number;
  found: Comparison;
  /** The pages by outcome, to compare their times. */
  timed: Record<string, PageCase>;
}

/** All outcomes in one order of input: at once, when the retention has passed, after a decision, and when all have expired. */
async function compareOutcomes(lab: Lab, service: TestService, { order, days, found, timed }: Round) {
  const pages: { outcome: string; page: PageCase; reached: string }[] = [];
  for (const [outcome, status] of outcomesOf(lab)) {
    if (outcome === 'UNDERAGE' && order === 'details first') continue;
    const page = await verifyAsPage(service, outcome, order);
    const reached = (await service.call('GET', `/cases/${page.id}`)).body.status;
    if (reached !== status) found.differences.push(`${outcome} came to ${reached}, not ${status}`);
    pages.push({ outcome, page, reached });
    timed[`${outcome}, ${order}`] = page;
  }
  const compare = async (moment: string) => {
    const firstLooks = new Map<string, { look: Look; by: string }>();
    for (const { outcome, page } of pages)
      for (const look of await lookAsPage(service, page)) {
        found.looks++;
        const first = firstLooks.get(look.name);
        if (!first) firstLooks.set(look.name, { look, by: outcome });
        else if (first.look.text !== look.text)
          found.differences.push(
            `${days} days, ${moment}, ${order}, ${look.name}: ${outcome} unlike ${first.by}: ${look.text} / ${first.look.text}`,
          );
      }
  };
  await compare('submitted');
  await pass(service, 11_000);
  await compare('a moment later');
  await pass(service, days * DAY_MS);
  // By then the keys of all pages have ended: the customer's back end gives new ones.
  if (days > 0) await renewKeys(service, pages);
  await compare('retention passed');
  for (const { page, reached } of pages) await decide(service, page, reached);
  await pass(service, 11_000);
  await compare('decided');
  await pass(service, 8 * DAY_MS + 16 * MINUTE_MS);
  await compare('expired');
}

/** Time passes, and the periodic work is done until nothing is left. */
async function pass(service: TestService, ms: number): Promise<void> {
  service.advance(ms);
  for (let round = 0; round < 3; round++) {
    await service.tick();
    service.advance(1000);
  }
}

async function renewKeys({ call }: TestService, pages: { page: PageCase }[]): Promise<void> {
  for (const { page } of pages) {
    const json = { allowedOrigins: ['https://shop.example'] };
    page.key = (await call('POST', `/cases/${page.id}/session-keys`, { json })).body.sessionKey;
  }
}

/** In the quick form one of each end: approved, declined, in review, still open, decided later. */
function outcomesOf({ form }: Lab): [TestOutcome, string][] {
  const few: TestOutcome[] = ['APPROVE', 'FACE_MISMATCH', 'AML_POSSIBLE', 'REVIEW_DECLINE', 'SLOW_10'];
  const all = Object.entries(OUTCOMES) as [TestOutcome, string][];
  return form === 'full' ? all : all.filter(([outcome]) => few.includes(outcome));
}

/** A reviewer decides the cases in review. */
async function decide(service: TestService, { id }: PageCase, status: string): Promise<void> {
  if (status !== 'in_review') return;
  const { version } = (await service.call('GET', `/cases/${id}`)).body;
  const json = { outcome: 'declined', expectedVersion: version };
  await service.call('POST', `/cases/${id}/decision`, { json });
}

/** Reads all cases in turn, so that other load affects all alike; compares each outcome with all others together. */
async function compareTimes(service: TestService, timed: Record<string, PageCase>, rounds: number) {
  const names = Object.keys(timed);
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn * 7 + round) % names.length]!;
      const { id, key } = timed[name]!;
      const began = performance.now();
      await service.call('GET', `/cases/${id}`, { key });
      times[name]!.push(performance.now() - began);
    }
  }
  let furthest = { between: '', sigmas: 0 };
  for (const name of names) {
    const others = names.filter((one) => one !== name).flatMap((one) => times[one]!);
    const sigmas = Math.round(Math.abs(separation(times[name]!, others)) * 100) / 100;
    if (sigmas > furthest.sigmas) furthest = { between: name, sigmas };
  }
  return { furthest, allowed: SIGMAS };
}
