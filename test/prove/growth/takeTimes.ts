import { CaseStatus } from '../../../src/contract/caseStatus.ts';
import type { TestService } from '../../support/openService.ts';
import type { Receiver } from '../../support/receiver.ts';
import { newCase, verify } from '../../support/verification.ts';
import { waitFor } from '../../support/waitFor.ts';

/** Milliseconds by operation. */
export interface Times {
  p50: Record<string, number>;
  p99: Record<string, number>;
}

/** A service, and who receives its webhooks. */
export interface Subject {
  service: TestService;
  receiver: Receiver;
}

type Timed = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** Does everything that grows or not, several times, with each subject in turn. @returns the times of each. */
export async function takeTimes(subjects: readonly Subject[], rounds: number): Promise<Times[]> {
  const filters = filtersOf();
  const all = subjects.map((subject) => ({ subject, times: {} as Record<string, number[]> }));
  for (let round = 0; round < Math.max(rounds, filters.length); round++) {
    for (const { subject, times } of all) {
      const timed: Timed = async (name, work) => {
        const began = performance.now();
        const result = await work();
        times[name] ??= [];
        times[name].push(performance.now() - began);
        return result;
      };
      await timed('filter', () => subject.service.call('GET', filters[round % filters.length]!));
      if (round < rounds) await createAndRead(subject, timed, round);
      if (round < rounds && round % 8 === 0) await capture(subject, timed);
    }
  }
  for (const { service } of subjects) {
    service.advance(60_000);
    await service.tick();
  }
  return all.map(({ times }) => ({ p50: at(times, 0.5), p99: at(times, 0.99) }));
}

async function createAndRead({ service }: Subject, timed: Timed, round: number): Promise<void> {
  const json = { ...newCase, clientReferenceId: `own ${round}` };
  const { body } = await timed('create', () => service.call('POST', '/cases', { json }));
  await timed('read', () => service.call('GET', `/cases/${body.id}`));
  await timed('list', () => service.call('GET', '/cases'));
}

async function capture({ service, receiver }: Subject, timed: Timed): Promise<void> {
  const verification = await verify(service, {});
  await verification.consent();
  await verification.details({ familyName: 'IDVTEST_APPROVE' });
  const isDelivered = () => receiver.received.some(({ body }) => isApproval(body, verification.id));
  await timed('captureToWebhook', async () => {
    await verification.selfie();
    await waitFor(isDelivered, 60_000);
  });
}

function isApproval(body: string, caseId: string): boolean {
  return body.includes('"case.approved"') && body.includes(caseId);
}

/** Every filter of cases and events, including filters without results. */
function filtersOf(): string[] {
  const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString();
  return [
    ...CaseStatus.options.map((status) => `/cases?status=${status}`),
    '/cases?type=kyc_individual&limit=100',
    '/cases?clientReferenceId=own%200',
    '/cases?clientReferenceId=nobody',
    `/cases?createdBefore=${day(30)}`,
    `/cases?createdBefore=${day(400)}`,
    `/cases?createdAfter=${day(0)}&status=expired`,
    '/events',
    '/events?type=case.approved',
    '/events?type=case.redacted',
    '/events?caseId=case_00000000000000000000000000',
    '/aml/screen?status=possible_match',
    `/aml/screen?createdBefore=${day(30)}`,
    `/aml/screen?createdBefore=${day(400)}`,
    `/aml/screen?createdAfter=${day(0)}&status=clear`,
    '/aml/watch?clientReferenceId=nobody',
    '/aml/watch?status=possible_match',
    // Of one day: more days read more by right.
    `/stats?from=${day(0).slice(0, 10)}&to=${day(0).slice(0, 10)}`,
    '/keys',
    '/webhook-endpoints',
  ];
}

function at(times: Record<string, number[]>, share: number): Record<string, number> {
  return Object.fromEntries(
    Object.entries(times).map(([name, all]) => {
      const sorted = [...all].sort((one, other) => one - other);
      return [name, Math.round(sorted[Math.floor(share * (sorted.length - 1))]! * 10) / 10];
    }),
  );
}
