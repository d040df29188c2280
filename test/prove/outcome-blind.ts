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
 * same duration for all outcomes, before and after a human or a deadline decides. The same holds for responses to
 * wallets. `PROVE_PARTS` names the parts to run, of `cases` and `wallets`.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const parts = process.env['PROVE_PARTS']?.split(',') ?? ['cases', 'wallets'];
  const cases = parts.includes('cases') ? await casesOfOutcomes(lab) : null;
  const wallets = parts.includes('wallets') ? await answersOfWallets(lab) : null;
  const ok = (cases?.ok ?? true) && (wallets?.ok ?? true) && Boolean(cases ?? wallets);
  return { ...cases, ...(wallets && { wallets }), ok };
}

async function casesOfOutcomes(lab: Lab): Promise<Findings> {
  const service = await openLocal(lab);
  const differences: string[] = [];
  let looks = 0;
  const timed: Record<string, PageCase> = {};
  for (const order of ORDERS) {
    const firstLooks = new Map<string, { look: Look; by: string }>();
    for (const [outcome, status] of outcomesOf(lab)) {
      if (outcome === 'UNDERAGE' && order === 'details first') continue;
      const page = await verifyAsPage(service, outcome, order);
      const reached = (await service.call('GET', `/cases/${page.id}`)).body.status;
      if (reached !== status) differences.push(`${outcome} came to ${reached}, not ${status}`);
      for (const moment of ['submitted', 'decided'] as const) {
        if (moment === 'decided') await decide(service, page, reached);
        for (const look of await lookAsPage(service, page)) {
          looks++;
          const first = firstLooks.get(look.name);
          if (!first) firstLooks.set(look.name, { look, by: outcome });
          else if (first.look.text !== look.text)
            differences.push(
              `${order}, ${look.name}: ${outcome} unlike ${first.by}: ${look.text} / ${first.look.text}`,
            );
        }
      }
      timed[`${outcome}, ${order}`] = page;
    }
  }
  const rounds = lab.size(300, 12);
  const { furthest, allowed } = await compareTimes(service, timed, rounds);
  const ok = differences.length === 0 && furthest.sigmas < allowed;
  const timing = { rounds, furthest: furthest.between, sigmas: furthest.sigmas, allowed };
  return {
    ok,
    outcomes: Object.keys(timed).length,
    looks,
    differences: differences.slice(0, 5),
    timing,
  };
}

/** In the quick form one of each end: approved, declined, in review, still open, decided later. */
function outcomesOf({ form }: Lab): [TestOutcome, string][] {
  const few: TestOutcome[] = ['APPROVE', 'FACE_MISMATCH', 'AML_POSSIBLE', 'REVIEW_DECLINE', 'SLOW_10'];
  const all = Object.entries(OUTCOMES) as [TestOutcome, string][];
  return form === 'full' ? all : all.filter(([outcome]) => few.includes(outcome));
}

/** A reviewer decides the cases in review; for the others time passes. */
async function decide(service: TestService, { id }: PageCase, status: string): Promise<void> {
  if (status === 'in_review') {
    const { version } = (await service.call('GET', `/cases/${id}`)).body;
    const json = { outcome: 'declined', expectedVersion: version };
    await service.call('POST', `/cases/${id}/decision`, { json });
  }
  service.advance(11_000);
  await service.tick();
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
