import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { newId } from '../../../src/contract/ids.ts';

// A minimal service: node:http, a pool, and the SQL of POST /cases and GET /cases/:id. It omits the rest of the real
// one (keys, scopes, schemas, sealing, headers, logs) on purpose.

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const server = createServer((request, response) => {
  const answer = request.method === 'POST' ? create(request) : read(request.url ?? '');
  answer.then((body) => send(response, body)).catch(() => response.writeHead(500).end());
});
server.listen(Number(process.env['PORT']), '127.0.0.1');

/** Without the binary columns: as JSON they would be longer than all others, and they are never shown. */
function send(response: ServerResponse, { customer, data_key, ...body }: Record<string, unknown>): void {
  const text = JSON.stringify(body);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

async function create(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const input = JSON.parse(Buffer.concat(chunks).toString());
  const now = new Date();
  const id = newId('case');
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query({
      name: 'case',
      text: INSERT_CASE,
      values: caseValues(id, now, input),
    });
    await client.query({ name: 'event', text: INSERT_EVENT, values: eventValues(id, now) });
    await client.query('commit');
    return rows[0];
  } finally {
    client.release();
  }
}

async function read(url: string): Promise<Record<string, unknown>> {
  const id = url.slice(url.lastIndexOf('/') + 1);
  const text = 'select * from cases where id = $1 and mode = $2';
  const { rows } = await pool.query({ name: 'read', text, values: [id, 'test'] });
  return rows[0];
}

const COLUMNS =
  'id, mode, type, status, version, created_at, updated_at, expires_at, customer, reference_mark, locale, ' +
  'policy, attempts_left, facts, checks, assurance, data_key';
const INSERT_CASE = `insert into cases (${COLUMNS})
  values (${COLUMNS.split(',').map((_, index) => `$${index + 1}`)}) returning *`;
const INSERT_EVENT = `with event as (
    insert into events (id, mode, type, created_at, case_id, data) values ($1, $2, $3, $4, $5, $6)
    returning id, mode, type, created_at, case_id),
  known as (insert into case_events (id, case_id) select id, case_id from event)
  insert into deliveries (event_id, endpoint_id, case_id, due_at, attempt)
  select event.id, endpoint.id, event.case_id, event.created_at, 0
  from event join webhook_endpoints endpoint on endpoint.mode = event.mode
  where endpoint.status = 'enabled'
    and (endpoint.event_types @> '["*"]' or endpoint.event_types @> to_jsonb(event.type))
  for key share of endpoint`;

const pending = { status: 'pending', id: null, completedAt: null };
const facts = {
  details: 'none',
  selfie: 'none',
  selfieReason: 'review_required',
  aml: 'none',
  amlGivenUp: false,
};
const unmeasured = { liveness: 'not_performed', faceMatch: 'not_performed', aml: 'not_performed' };

function caseValues(id: string, now: Date, input: { type: string; returnUrl: string }): unknown[] {
  const policy = JSON.stringify({ maxSelfieAttempts: 3, minAge: 18, onSpoof: 'review' });
  const checks = JSON.stringify({ personalDetails: pending, selfie: pending, aml: pending });
  const key = Buffer.alloc(60);
  const later = new Date(now.getTime() + 7 * 86_400_000);
  const texts = [Buffer.from(JSON.stringify(input)), null, null, policy, 3, JSON.stringify(facts), checks];
  return [
    id,
    'test',
    input.type,
    'requires_input',
    1,
    now,
    now,
    later,
    ...texts,
    JSON.stringify(unmeasured),
    key,
  ];
}

function eventValues(caseId: string, now: Date): unknown[] {
  const more = { previousStatus: null, version: 1, clientReferenceId: null, reasons: [] };
  const data = JSON.stringify({ caseId, status: 'requires_input', ...more });
  return [newId('evt'), 'test', 'case.created', now, caseId, data];
}
