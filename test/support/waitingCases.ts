import type { TestService } from './openService.ts';
import { newCase } from './verification.ts';

/** Creates many cases that wait for a reviewer, by SQL: the queue is under test. */
export async function makeWaitingCases(service: TestService, count: number): Promise<void> {
  const { body } = await service.call('POST', '/cases', { json: newCase });
  const row = await service.deps.db
    .selectFrom('cases')
    .selectAll()
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow();
  const { ended_at: _, is_monitored: __, ...copied } = row;
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  const rows = Array.from({ length: count }, (_, index) => ({
    ...copied,
    id: `case_${String(index).padStart(26, '0')}`,
    customer: null,
    status: 'in_review' as const,
    due_at: new Date(row.created_at.getTime() + index * 1000),
    policy: json(row.policy)!,
    consent: null,
    facts: json(row.facts)!,
    checks: json(row.checks)!,
    assurance: json(row.assurance)!,
    decision: null,
    last_error: null,
    redaction: null,
  }));
  for (let from = 0; from < rows.length; from += 200)
    await service.deps.db
      .insertInto('cases')
      .values(rows.slice(from, from + 200))
      .execute();
}
