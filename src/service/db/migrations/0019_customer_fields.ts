import { type Kysely, sql } from 'kysely';
import { DecisionReason } from '../../../contract/caseStatus.ts';
import { customerFields } from '../../crypto/customerFields.ts';
import { purposes } from '../../crypto/purposes.ts';
import type { DataKeyOwner, Vault } from '../../crypto/vault.ts';
import type { OpenVault } from '../openVault.ts';
import type { Database, StoredEventData } from '../schema.ts';

type Db = Kysely<Database>;

/**
 * Seals the customer's fields of a case and reviewers' free text, which were readable in rows, and thus in files,
 * write-ahead logs and copies. Keyed fingerprints replace the values by which cases and stored responses are found.
 */
export async function sealCustomerFields(db: Db, openVault: OpenVault): Promise<void> {
  for (const statement of added) await sql.raw(statement).execute(db);
  const { rows } = await sql<{ isEmpty: boolean }>`select not exists (select 1 from cases)
    and not exists (select 1 from events) and not exists (select 1 from aml_watches)
    and not exists (select 1 from idempotency_keys) as "isEmpty"`.execute(db);
  if (!rows[0]?.isEmpty) await sealAll(db, await openVault(db));
  for (const statement of removed) await sql.raw(statement).execute(db);
}

const added = [
  'alter table cases add column customer bytea, add column reference_mark text, add column decision_reasons bytea',
  'alter table events add column words bytea',
  'alter table aml_watches add column sealed_reference bytea, add column reference_mark text',
];

const removed = [
  'drop index cases_by_reference',
  `alter table cases drop column return_url, drop column state, drop column client_reference_id,
    drop column metadata`,
  'alter table aml_watches drop column client_reference_id',
  'create index cases_by_reference on cases (mode, reference_mark, id) where reference_mark is not null',
  'create index aml_watches_by_reference on aml_watches (mode, reference_mark, id) where reference_mark is not null',
];

async function sealAll(db: Db, vault: Vault): Promise<void> {
  await inBatches<OldCase>(db, 'cases', (row) => sealCase(db, vault, row));
  await inBatches<OldEvent>(db, 'events', (row) => sealEvent(db, vault, row));
  await inBatches<OldWatch>(db, 'aml_watches', (row) => sealWatch(db, vault, row));
  await inBatches<OldAnswer>(db, 'idempotency_keys', (row) => sealAnswer(db, vault, row));
}

const CODES: ReadonlySet<string> = new Set(DecisionReason.options);
const codesOf = (reasons: readonly string[]) => reasons.filter((reason) => CODES.has(reason));

interface OldCase extends DataKeyOwner {
  return_url: string | null;
  state: string | null;
  client_reference_id: string | null;
  metadata: Record<string, string> | null;
  decision: { reasons: string[] } | null;
}

/** An erased case has nothing left to seal. */
async function sealCase(db: Db, vault: Vault, row: OldCase): Promise<void> {
  const { return_url: returnUrl, state, client_reference_id: clientReferenceId, metadata, decision } = row;
  if (!row.data_key || !returnUrl) return;
  const fields = { returnUrl, state, clientReferenceId, metadata: metadata ?? {} };
  const reasons = decision?.reasons ?? [];
  const codes = codesOf(reasons);
  const set = {
    ...customerFields.seal(vault, row, fields),
    ...(codes.length < reasons.length && {
      decision: JSON.stringify({ ...decision, reasons: codes }),
      decision_reasons: vault.seal(row, purposes.decisionReasons, JSON.stringify(reasons)),
    }),
  };
  await db.updateTable('cases').set(set).where('id', '=', row.id).execute();
}

interface OldEvent {
  id: string;
  case_id: string | null;
  data: StoredEventData & { clientReferenceId?: string | null };
}

/** The reference of a case is stored in the case; the reference of a watch is stored in the event. */
async function sealEvent(db: Db, vault: Vault, { id, case_id, data }: OldEvent): Promise<void> {
  const { clientReferenceId, ...rest } = data;
  const purpose = purposes.event(id);
  let [reasons, words] = [rest.reasons, null as Uint8Array | null];
  if (case_id) {
    const { rows } = await sql<DataKeyOwner>`select id, data_key from cases where id = ${case_id}`.execute(
      db,
    );
    reasons = codesOf(reasons);
    if (rows[0]?.data_key && reasons.length < rest.reasons.length)
      words = vault.seal(rows[0], purpose, JSON.stringify({ reasons: rest.reasons }));
  } else if (clientReferenceId) {
    words = vault.sealShared(purpose, JSON.stringify({ clientReferenceId }));
  }
  const set = { data: JSON.stringify({ ...rest, reasons }), words };
  await db.updateTable('events').set(set).where('id', '=', id).execute();
}

interface OldWatch {
  id: string;
  client_reference_id: string | null;
}

async function sealWatch(
  db: Db,
  vault: Vault,
  { id, client_reference_id: reference }: OldWatch,
): Promise<void> {
  if (reference === null) return;
  const sealed_reference = vault.sealShared(purposes.watchReference(id), reference);
  const set = { sealed_reference, reference_mark: customerFields.markOf(vault, reference) };
  await db.updateTable('aml_watches').set(set).where('id', '=', id).execute();
}

interface OldAnswer {
  owner: string;
  key: string;
  answer: Uint8Array | null;
}

/** The purpose of a sealed response contains the fingerprint by which it is found. */
async function sealAnswer(db: Db, vault: Vault, { owner, key, answer }: OldAnswer): Promise<void> {
  const mark = vault.fingerprint(purposes.idempotencyKey(owner), key);
  const plain = answer && vault.openShared(purposes.answer(owner, key), answer);
  const sealed = plain && vault.sealShared(purposes.answer(owner, mark), plain);
  await db
    .updateTable('idempotency_keys')
    .set({ key: mark, answer: sealed })
    .where('owner', '=', owner)
    .where('key', '=', key)
    .execute();
}

const BATCH = 500;

/** Processes each row that a table had at the start, with few rows in memory at once. */
async function inBatches<Row extends object>(
  db: Db,
  table: string,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  await sql`declare sealing no scroll cursor for select * from ${sql.table(table)}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(BATCH)} from sealing`.execute(db);
    if (rows.length === 0) break;
    for (const row of rows) await work(row);
  }
  await sql`close sealing`.execute(db);
}
