import { type Kysely, sql } from 'kysely';
import type { CredentialChecksTable } from '../../../src/service/db/credentialTable.ts';
import type { Database } from '../../../src/service/db/schema.ts';

/** The states of a request to a wallet that still need its nonce and key. */
const OPEN = ['pending', 'received'] satisfies CredentialChecksTable['status'][];

/** Each query must return no rows; a row is a change that a crash left incomplete. */
const QUESTIONS: Record<string, string> = {
  'a case without its first event': `
    select id from cases c where not exists (
      select from events e where e.case_id = c.id and e.type = 'case.created')`,
  'a case whose state no event tells': `
    select id from cases c where status <> 'requires_input' and not exists (
      select from events e where e.case_id = c.id and e.data->>'status' = c.status)`,
  'an event of a version that its case never had': `
    select e.id from events e join cases c on c.id = e.case_id where (e.data->>'version')::int > c.version`,
  'an event without its case': `
    select e.id from events e where e.case_id <> '' and not exists (select from cases c where c.id = e.case_id)`,
  'two events of one version': `
    select case_id as id from events where case_id <> '' and type not like 'handoff.%'
    group by case_id, data->>'version' having count(*) > 1`,
  'an event without a delivery': `
    select e.id from events e join webhook_endpoints w on w.mode = e.mode and w.created_at < e.created_at
    where not exists (select from deliveries d where d.event_id = e.id and d.endpoint_id = w.id)
      and not exists (select from delivery_attempts a
        where a.case_id = e.case_id and a.event_id = e.id and a.endpoint_id = w.id)`,
  'an event that nobody finds by its id': `
    select e.id from events e where e.case_id <> ''
      and not exists (select from case_events f where f.id = e.id and f.case_id = e.case_id)`,
  'details without their event': `
    select p.case_id as id from personal_details p where not exists (
      select from events e where e.case_id = p.case_id and e.type = 'personal_details.submitted')`,
  'an answer kept of what is not there': `
    select k.key as id from idempotency_keys k where k.case_id is not null
      and not exists (select from cases c where c.id = k.case_id)
      and not exists (select from aml_screenings s where s.case_id = '' and s.id = k.case_id)
      and not exists (select from aml_watches w where w.id = k.case_id)`,
  'an answer of a wallet that nobody checked': `
    select id from credential_checks where status = 'received'`,
  'a request to a wallet that is over and keeps its nonce and key': `
    select id from credential_checks where status not in (${OPEN.map((status) => `'${status}'`).join()})
      and (sealed_session is not null or sealed_answer is not null)`,
  'the answer of a link without its nonce and key': `
    select id from credential_checks where sealed_answer is not null and sealed_session is null`,
  'a credential that its case does not tell': `
    select r.id from credential_checks r join cases c on c.id = r.case_id
    where r.status in ('verified', 'refused') and c.checks->'credential'->>'id' is null`,
  'a document that nobody read': `
    select id from document_checks where status = 'processing'`,
  'a document that its case does not tell': `
    select d.id from document_checks d join cases c on c.id = d.case_id
    where d.status <> 'requires_capture' and c.checks->'document'->>'id' is null`,
  'pictures of a document that was not shown': `
    select p.check_id as id from document_pictures p where not exists (
      select from document_checks d where d.id = p.check_id and d.status <> 'requires_capture')`,
  'a document without its pictures': `
    select d.id from document_checks d where d.status <> 'requires_capture' and d.status <> 'expired' and not exists (
      select from document_pictures p where p.check_id = d.id)`,
  'an answer under way for nobody': `select key as id from idempotency_keys where answer is null`,
};

/** The inconsistencies in a database, by name with an example. */
export async function inconsistencies(db: Kysely<Database>): Promise<string[]> {
  const found: string[] = [];
  for (const [name, question] of Object.entries(QUESTIONS)) {
    const { rows } = await sql<{ id: string }>`${sql.raw(question)}`.execute(db);
    if (rows.length > 0) found.push(`${rows.length} x ${name}, ${rows[0]!.id}`);
  }
  return found;
}
