import type { CaseStatus } from '../../../src/contract/caseStatus.ts';
import { newId } from '../../../src/contract/ids.ts';
import { credentialChecks } from '../../../src/service/db/store/credentialChecks.ts';
import { documentChecks } from '../../../src/service/db/store/documentChecks.ts';
import { nothingChecked } from '../../../src/service/documents/viewDocument.ts';
import type { TestService } from '../../support/openService.ts';
import { newCase, person } from '../../support/verification.ts';
import { waysToStatus } from '../support/waysToStatus.ts';
import type { Access } from './accessTable.ts';

type Kind = NonNullable<Access['id']>;

/** A case with consent and details, in test mode. */
export async function makeCase({ call }: TestService): Promise<string> {
  const { id } = (await call('POST', '/cases', { json: newCase })).body;
  await call('POST', `/cases/${id}/consent`, { json: { biometric: true, textVersion: '1', locale: 'en' } });
  await call('POST', `/cases/${id}/personal-details`, { json: person });
  return id;
}

/** A case that was taken to a state. */
export async function caseIn(service: TestService, status: CaseStatus | 'redacted'): Promise<string> {
  const id = await makeCase(service);
  const way = status === 'redacted' ? [] : waysToStatus[status];
  for (const to of way) await service.call('POST', `/test/cases/${id}/simulate`, { json: { to } });
  if (status === 'redacted') await service.call('DELETE', `/cases/${id}`);
  return id;
}

/**
 * Makes something of a kind, in the given case if it belongs to one.
 * @param isDeleted whether the next request deletes it: then no other one shares it.
 */
export async function makeResource(
  service: TestService,
  kind: Kind,
  caseId: string,
  { isDeleted = false } = {},
): Promise<string> {
  const { call } = service;
  const post = async (path: string, json: object) => (await call('POST', path, { json })).body.id as string;
  const make: Record<Kind, () => Promise<string>> = {
    case: async () => caseId,
    cred: () => makeCredentialRequest(service, caseId),
    doc: () => makeDocumentCheck(service, caseId),
    bio: () => post('/biometrics/selfie-check', { caseId }),
    aml: () => post('/aml/screen', { person: { fullName: 'Ada Quill' } }),
    watch: () => post('/aml/watch', { person: { fullName: 'Ada Quill' } }),
    batch: () => (isDeleted ? makeBatch(service) : batchOf(service)),
    we: () => post('/webhook-endpoints', { url: 'https://shop.example/hook' }),
    evt: () => post('/test/events', { type: 'case.approved' }),
    key: () => post('/keys', { scopes: ['keys:admin'] }),
  };
  return await make[kind]();
}

/** A document check of a case whose policy asks for none. */
async function makeDocumentCheck({ deps }: TestService, case_id: string): Promise<string> {
  const { mode } = (await deps.db
    .selectFrom('cases')
    .select('mode')
    .where('id', '=', case_id)
    .executeTakeFirst())!;
  const now = deps.clock();
  const { id } = await documentChecks.insert(deps.db, {
    id: newId('doc', now.getTime()),
    case_id,
    mode,
    status: 'requires_capture',
    attempt: 1,
    nonce: 'n'.repeat(32),
    type: 'passport',
    sides: '["front"]',
    browser: null,
    source: null,
    by_back_end: false,
    sealed_fields: null,
    checks: JSON.stringify(nothingChecked),
    reasons: '[]',
    signals: null,
    engine: null,
    created_at: now,
    expires_at: new Date(now.getTime() + 900_000),
    completed_at: null,
  });
  return id;
}

/** A request to a wallet, as if a root were trusted. */
export async function makeCredentialRequest({ deps }: TestService, case_id: string): Promise<string> {
  const { mode } = (await deps.db
    .selectFrom('cases')
    .select('mode')
    .where('id', '=', case_id)
    .executeTakeFirst())!;
  const now = deps.clock();
  const row = await credentialChecks.insert(deps.db, {
    id: newId('cred'),
    case_id,
    mode,
    status: 'pending',
    origin: 'https://shop.example',
    asked: '[]',
    sealed_session: null,
    sealed_answer: null,
    answer_sha256: null,
    found: null,
    created_at: now,
    expires_at: new Date(now.getTime() + 600_000),
    answered_at: null,
    completed_at: null,
  });
  return row.id;
}

const batches = new WeakMap<TestService, Promise<string>>();

/** One for all that only read: there may be few at once. */
function batchOf(service: TestService): Promise<string> {
  const batch = batches.get(service) ?? makeBatch(service);
  batches.set(service, batch);
  return batch;
}

async function makeBatch({ call }: TestService): Promise<string> {
  const body = new FormData();
  body.set('file', new Blob(['{"id": "1", "person": {"fullName": "Ada Quill"}}\n']), 'people.jsonl');
  return (await call('POST', '/aml/batches', { body })).body.id;
}

/** Ids of nothing: well-formed, of another kind, and none at all. */
export function noIds(kind: Kind): string[] {
  return [newId(kind), newId(kind === 'evt' ? 'we' : 'evt'), `${kind}_1`];
}
