import type pg from 'pg';

const DAY_MS = 86_400_000;
/** Cases came in over so many days, the last of them yesterday: retention has nothing to do yet. */
const DAYS = 60;

/** The time as the first ten of 26 digits of a TypeID; the random digits are 0 to f only. */
const ID = `create or replace function pg_temp.id(prefix text, ms bigint, seed text) returns text language sql immutable as $$
  select prefix || '_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((ms >> (5 * k)) & 31)::int + 1, 1), '' order by k desc)
    || substr(md5(seed), 1, 16) from generate_series(0, 9) k $$`;

const FACTS =
  '{"details":"ok","selfie":"passed","selfieReason":"review_required","aml":"clear","amlGivenUp":false}';
const CHECK = '{"status":"completed","id":null,"completedAt":null}';
const CHECKS = `{"personalDetails":${CHECK},"selfie":${CHECK},"aml":${CHECK}}`;
const ASSURANCE = '{"liveness":"pass","faceMatch":"not_performed","aml":"clear"}';

/**
 * Finished cases numbered `from` to below `to`, a tenth of them erased while they waited for input, each with two
 * events, a delivery attempt and a screening. Written by SQL, as the service would take hours. Their sealed values
 * cannot be opened.
 */
export async function fillCases(
  client: pg.Client,
  { from, to, endpointId }: { from: number; to: number; endpointId: string },
): Promise<void> {
  const now = Date.now() - DAY_MS;
  const step = Math.floor((DAYS * DAY_MS) / 1_000_000);
  await client.query(ID);
  await client.query(
    `create temporary table if not exists filled (n int, at timestamptz(3), id text, status text)`,
  );
  await client.query('truncate filled');
  // Numbers are spread over the days, independent of the total.
  await client.query(`insert into filled select n, to_timestamp(ms / 1000.0), pg_temp.id('case', ms, 'case' || n),
    (array['approved','approved','approved','approved','approved','approved','requires_input','declined','canceled','expired'])[n % 10 + 1]
    from (select n, ${now} - ((n * 7919::bigint) % 1000000) * ${step} as ms from generate_series(${from}, ${to - 1}) n) numbers`);
  await client.query(
    `insert into cases (id, mode, type, status, version, created_at, updated_at, submitted_at, decided_at, expires_at,
      reference_mark, policy, attempts_left, facts, checks, assurance, decisions, data_key, aml_dataset, aml_screened_at,
      aml_version, pictures_deleted_at)
    select id, 'test', 'kyc_individual', status, 5, at, at, at, at, at + interval '7 days', md5('reference ' || n), $1, 2, $2,
      $3, $4, 1, case when status <> 'requires_input' then decode(repeat(md5(id), 4), 'hex') end, 1, at, 'none', at
    from filled`,
    ['{"maxSelfieAttempts":3,"minAge":18,"onSpoof":"review"}', FACTS, CHECKS, ASSURANCE],
  );
  for (const [kind, type] of [
    [0, 'case.created'],
    [1, 'case.approved'],
  ])
    await client.query(`insert into events (id, mode, type, created_at, case_id, data)
      select pg_temp.id('evt', (extract(epoch from at) * 1000)::bigint, 'evt ${kind} ' || n), 'test', '${type}', at, id,
        jsonb_build_object('caseId', id, 'status', status, 'previousStatus', null, 'version', ${kind}, 'reasons', '[]'::jsonb)
      from filled`);
  await client.query(
    `insert into case_events select id, case_id from events where case_id in (select id from filled)`,
  );
  await client.query(
    `insert into delivery_attempts (case_id, event_id, endpoint_id, attempt, status, at, response_status, duration_ms)
    select id, pg_temp.id('evt', (extract(epoch from at) * 1000)::bigint, 'evt 1 ' || n), $1, 1, 'succeeded', at, 200, 9
    from filled`,
    [endpointId],
  );
  await client.query(
    `insert into aml_screenings (id, mode, case_id, status, sealed_input, criteria, created_at, completed_at)
    select pg_temp.id('aml', (extract(epoch from at) * 1000)::bigint, 'aml ' || n), 'test', id, 'clear', '', '{}', at, at from filled`,
  );
  await client.query(`insert into case_ids select id, case_id from aml_screenings
    where case_id in (select id from filled)`);
  for (const table of ['cases', 'events', 'case_events', 'delivery_attempts', 'aml_screenings', 'case_ids'])
    await client.query(`vacuum analyze ${table}`);
}
