import { CaseStatus } from '../../../src/contract/caseStatus.ts';
import type { TestService } from '../../support/openService.ts';
import type { Receiver } from '../../support/receiver.ts';
import { newCase, verify } from '../../support/verification.ts';
import { waitFor } from '../../support/waitFor.ts';

/** Milliseconds by what was done. */
export interface Times {
  p50: Record<string, number>;
  p99: Record<string, number>;
}

/** Does everything that grows or not, several times, and measures it. */
export async function takeTimes({
  service,
  receiver,
  rounds,
}: {
  service: TestService;
  receiver: Receiver;
  rounds: number;
}): Promise<Times> {
  const times: Record<string, number[]> = {};
  const timed = async <Result>(name: string, work: () => Promise<Result>) => {
    const began = performance.now();
    const result = await work();
    times[name] ??= [];
    times[name].push(performance.now() - began);
    return result;
  };
  const filters = filtersOf();
  for (let round = 0; round < rounds; round++) {
    const { body } = await timed('create', () =>
      service.call('POST', '/cases', { json: { ...newCase, clientReferenceId: `own ${round}` } }),
    );
    await timed('read', () => service.call('GET', `/cases/${body.id}`));
    await timed('list', () => service.call('GET', '/cases'));
    const filter = filters[round % filters.length]!;
    await timed('filter', () => service.call('GET', filter));
  }
  // Every filter once at least, whatever the number of rounds.
  for (const filter of filters) await timed('filter', () => service.call('GET', filter));
  for (let round = 0; round < Math.max(2, rounds / 10); round++) {
    const verification = await verify(service, {});
    await verification.consent();
    await verification.details({ familyName: 'IDVTEST_APPROVE' });
    const told = () => receiver.received.some(({ body }) => isApproval(body, verification.id));
    await timed('captureToWebhook', async () => {
      await verification.selfie();
      await waitFor(told, 60_000);
    });
  }
  await service.tick();
  service.advance(60_000);
  await service.tick();
  return { p50: at(times, 0.5), p99: at(times, 0.99) };
}

function isApproval(body: string, caseId: string): boolean {
  return body.includes('"case.approved"') && body.includes(caseId);
}

/** Every filter of cases and events, some of them of what there is none of. */
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
    '/aml/watch?clientReferenceId=nobody',
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
