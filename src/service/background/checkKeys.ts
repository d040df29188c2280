import { type Kysely, sql } from 'kysely';
import { redactCase } from '../cases/redactCase.ts';
import { MissingKeySlot, type SlotState } from '../crypto/keySlots.ts';
import { type DataKeyOwner, ReplacedKeySlot, slotOf } from '../crypto/vault.ts';
import type { Database } from '../db/schema.ts';
import { amlBatches } from '../db/store/amlBatches.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import { amlWatches } from '../db/store/amlWatches.ts';
import { cases } from '../db/store/cases.ts';
import { keyStore } from '../db/store/keyStore.ts';
import { quarantine } from '../db/store/quarantine.ts';
import type { Deps } from '../deps.ts';
import { eraseScreened } from '../screenings/eraseScreened.ts';
import { eachInTransaction } from './eachInTransaction.ts';

const PAGE = 500;
const BY = { caller: { keyId: 'service' }, requestId: 'erased again' };

type States = ReadonlyMap<Uint8Array, SlotState>;

type Erase = (deps: Deps, tx: Kysely<Database>, id: string) => Promise<unknown>;

/** How owners of data keys are erased, by table: owners that others belong to come first. */
const OWNERS: Readonly<Record<string, Erase>> = {
  cases: async (deps, tx, id) => {
    const row = await cases.lockById(tx, id);
    if (row?.data_key) await redactCase(deps, tx, row);
  },
  aml_watches: async (deps, tx, id) => {
    const watch = await amlWatches.lockById(tx, id);
    if (watch) await eraseScreened.watch(deps, tx, watch, BY);
  },
  aml_screenings: async (deps, tx, id) => {
    const screening = await amlScreenings.findByKey(tx, { id, case_id: '' });
    if (screening) await eraseScreened.screening(deps, tx, screening, BY);
  },
  aml_batches: async (deps, tx, id) => {
    const batch = await amlBatches.lock(tx, id);
    if (batch) await eraseScreened.batch(deps, tx, batch, BY);
  },
};

/**
 * Rewraps data keys with the current root key and slots, then erases data again that a backup restored.
 * @returns `false`: nothing is left.
 */
export async function checkKeys(deps: Deps): Promise<boolean> {
  await rewrapKeys(deps);
  return await eraseAgain(deps);
}

/**
 * Rewraps data keys that have no slot, or an earlier root key. The sweep `destroy_keys` destroys their old slots later,
 * so that a request that has just read the old row can still open it.
 */
async function rewrapKeys(deps: Deps): Promise<void> {
  let [count, left] = [0, 0];
  for (const table of Object.keys(OWNERS)) {
    for (let after: string | null = ''; after !== null; ) {
      const page: OwnerPage = await ownersAfter(deps.db, table, after);
      // An owner whose slot was destroyed comes from a backup: it is erased below.
      const outdated = page.owners.filter(({ data_key }) => !deps.vault.isCurrent(data_key!));
      const states = await deps.vault.slotStates(keysOf(outdated));
      const old = outdated.filter(({ data_key }) => states.get(data_key!) !== 'destroyed');
      const quarantined = await quarantine.among(deps.db, 'check_keys', idsOf(old), deps.clock());
      const due = old.filter(({ id }) => !quarantined.has(id));
      await deps.vault.prepare(keysOf(due));
      const failed = await eachInTransaction(deps, 'check_keys', due, (tx, owner) =>
        rewrap(deps, tx, table, owner),
      );
      count += due.length - failed;
      left += outdated.length - due.length + failed;
      after = page.after;
    }
  }
  if (count > 0) deps.log.info('data keys rewrapped', { count });
  if (!deps.slots?.isMoving) return;
  if (left === 0) deps.log.info('data keys moved', { detail: MOVED });
  else deps.log.warn('data keys not moved', { count: left, detail: LEFT });
}

const MOVED =
  'All data keys have their slots in the bucket. Those in the directory are destroyed within minutes; then remove KEYS_DIR from the settings.';

const LEFT =
  'These data keys still have their slots in the directory, or in none. Keep KEYS_DIR in the settings, and the directory. "quarantined" in the log and "idv-verify-service doctor" say why.';

async function rewrap(deps: Deps, tx: Kysely<Database>, table: string, owner: DataKeyOwner): Promise<void> {
  const wrapped = await deps.vault.rewrap(owner);
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set data_key = ${wrapped}
    where id = ${owner.id} and data_key = ${owner.data_key}`.execute(tx);
  if (Number(numAffectedRows) === 0) return;
  deps.vault.forget(owner.id);
  const slot = slotOf(owner.data_key!);
  if (slot && deps.erasure) await keyStore.addToDestroy(tx, [slot], 'replaced');
}

/**
 * Erases rows restored from a backup whose data key has been destroyed since.
 * @returns `false`: nothing is left.
 */
async function eraseAgain(deps: Deps): Promise<boolean> {
  if (!deps.erasure) return false;
  for (const [table, erase] of Object.entries(OWNERS)) {
    for (let after: string | null = ''; after !== null; ) {
      const page: OwnerPage = await ownersAfter(deps.db, table, after);
      const states = await deps.vault.slotStates(keysOf(page.owners));
      const restored = page.owners.filter(({ data_key }) => states.get(data_key!) === 'destroyed');
      if (restored.length > 0) deps.log.warn('erased again', { table, count: restored.length });
      await eachInTransaction(deps, 'check_keys', restored, (tx, { id }) => erase(deps, tx, id));
      await setAside(deps, page.owners, states);
      after = page.after;
    }
  }
  return false;
}

/**
 * Puts owners whose slots are missing, or were replaced since the backup that they come from, in quarantine, and takes out
 * those whose slots are there again.
 */
async function setAside(deps: Deps, owners: readonly DataKeyOwner[], states: States): Promise<void> {
  const stateOf = ({ data_key }: DataKeyOwner) => states.get(data_key!);
  const lost = owners.filter((owner) => ['missing', 'replaced'].includes(stateOf(owner)!));
  const inside = await quarantine.among(deps.db, 'check_keys', idsOf(owners));
  // An outdated one may be there for another reason: it leaves when it is rewrapped.
  const isBack = (owner: DataKeyOwner) =>
    inside.has(owner.id) && stateOf(owner) === 'there' && deps.vault.isCurrent(owner.data_key!);
  const waiting = await quarantine.among(deps.db, 'check_keys', idsOf(lost), deps.clock());
  const due = [...lost.filter(({ id }) => !waiting.has(id)), ...owners.filter(isBack)];
  await eachInTransaction(deps, 'check_keys', due, async (_, owner) => {
    if (stateOf(owner) === 'replaced') throw new ReplacedKeySlot(owner.id);
    if (stateOf(owner) === 'missing')
      throw new MissingKeySlot(`The slot of the data key of ${owner.id} is lost.`);
  });
}

interface OwnerPage {
  owners: DataKeyOwner[];
  /** Start of the next page; `null`: this is the last one. */
  after: string | null;
}

/**
 * A page of rows in the order of the primary key. (A condition on the data key would need a full table scan.)
 * Screenings of a case have the key of the case; the others have an empty `case_id`, the first column of their key.
 */
async function ownersAfter(db: Kysely<Database>, table: string, after: string): Promise<OwnerPage> {
  // Under another name, or each slot in a bucket would be read (`PrepareKeys`).
  const { rows } = await sql<{ id: string; wrapped: Uint8Array | null }>`
    select id, data_key as wrapped from ${sql.table(table)}
    where ${table === 'aml_screenings' ? sql`case_id = ''` : sql`true`} and id > ${after}
    order by id limit ${PAGE}`.execute(db);
  const owners = rows.flatMap(({ id, wrapped }) => (wrapped ? [{ id, data_key: wrapped }] : []));
  return { owners, after: rows.length < PAGE ? null : rows.at(-1)!.id };
}

function keysOf(owners: readonly DataKeyOwner[]): Uint8Array[] {
  return owners.map(({ data_key }) => data_key!);
}

function idsOf(owners: readonly DataKeyOwner[]): string[] {
  return owners.map(({ id }) => id);
}
