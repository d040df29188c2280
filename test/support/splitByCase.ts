import type pg from 'pg';

/** The tables of a case, by the column that says which it is. */
export const tablesOfCases: Readonly<Record<string, string>> = {
  cases: 'id',
  session_keys: 'case_id',
  links: 'case_id',
  handoffs: 'case_id',
  credential_checks: 'case_id',
  page_cookies: 'case_id',
  personal_details: 'case_id',
  reference_images: 'case_id',
  document_checks: 'case_id',
  document_pictures: 'case_id',
  selfie_checks: 'case_id',
  selfie_frames: 'case_id',
  selfie_trails: 'case_id',
  aml_screenings: 'case_id',
  aml_rescreens: 'subject',
  events: 'case_id',
  delivery_attempts: 'case_id',
};

/** What finds the case of something else, by the name of that. */
export const lookUps: Readonly<Record<string, string>> = { case_ids: 'id', case_events: 'id' };

interface Constraint {
  table: string;
  name: string;
  definition: string;
}

/**
 * Splits the tables of cases by a hash of the case, and look-up tables by a hash of their key, into `parts` parts, in a
 * database with current, empty tables. Tables partitioned by week are split within each week. PostgreSQL refuses it if
 * a primary or unique key lacks the case.
 */
export async function splitByCase(client: pg.Client, parts: number): Promise<void> {
  const { rows: references } = await client.query<Constraint>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and confrelid = any ($1::text[]::regclass[])`,
    [Object.keys(tablesOfCases)],
  );
  for (const { table, name } of references)
    await client.query(`alter table ${table} drop constraint ${name}`);
  for (const [table, key] of Object.entries({ ...tablesOfCases, ...lookUps }))
    await split(client, { table, key, parts });
  for (const { table, name, definition } of references)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
}

async function split(
  client: pg.Client,
  { table, key, parts }: { table: string; key: string; parts: number },
): Promise<void> {
  const { rows } = await client.query<{ by: string | null }>('select pg_get_partkeydef($1::regclass) as by', [
    table,
  ]);
  const byWeek = rows[0]!.by;
  const { rows: weeks } = await client.query<{ name: string; bound: string }>(
    `select relname as name, pg_get_expr(relpartbound, oid) as bound from pg_class join pg_inherits on inhrelid = oid
    where inhparent = $1::regclass`,
    [table],
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    'select indexname as name, indexdef as definition from pg_indexes where tablename = $1',
    [table],
  );
  const { rows: primary } = await client.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and contype = 'p'`,
    [table],
  );
  await client.query(`alter table ${table} rename to whole`);
  const like = 'like whole including defaults including generated including storage';
  const byHash = `partition by hash (${key})`;
  await client.query(`create table ${table} (${like}) ${byWeek ? `partition by ${byWeek}` : byHash}`);
  await client.query('drop table whole');
  const hashed = (name: string) => splitParts(client, name, parts);
  if (!byWeek) await hashed(table);
  for (const { name, bound } of byWeek ? weeks : []) {
    await client.query(`create table ${name} partition of ${table} ${bound} ${byHash}`);
    await hashed(name);
  }
  await client.query(`alter table ${table} add ${primary[0]!.definition}`);
  for (const { name, definition } of indexes) {
    if (name.endsWith('_pkey')) continue;
    await client.query(definition.replace(' ON ONLY ', ' ON '));
  }
}

async function splitParts(client: pg.Client, name: string, parts: number): Promise<void> {
  for (let part = 0; part < parts; part++)
    await client.query(
      `create table ${name}_${part} partition of ${name} for values with (modulus ${parts}, remainder ${part})`,
    );
}
