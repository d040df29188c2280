import type { Kysely } from 'kysely';
import type { CaseStatus } from '../../../src/contract/caseStatus.ts';
import type { Database } from '../../../src/service/db/schema.ts';
import { picture } from '../../support/picture.ts';
import { captureOf, newCase, person } from '../../support/verification.ts';
import type { CasesService } from './MemoryService.ts';

/** The content of every frame. */
const FRAME = picture();
/** A page of a document, as large as a still must be. */
const STILL = new Blob([new Uint8Array(picture({ width: 800 }))], { type: 'image/png' });

/** The state of a case at one moment, read from its row. */
export interface Moment {
  status: CaseStatus;
  version: number;
  isRedacted: boolean;
  isReviewers: boolean;
  facts: { details: string; selfie: string; aml: string; document: string };
  testOutcome: string | null;
  /** Whether its selfie or its document is still to be judged: a machine without time for a picture puts that off. */
  isPutOff: boolean;
}

/** The transition reported by an event. */
export interface EmittedEvent {
  from: string | null;
  to: string;
  version: number;
  type: string;
}

/** One case in test mode with all its commands. Each returns the status of its response, 0 without one. */
export class CaseUnderTest {
  readonly service: CasesService;
  readonly id: string;
  /** Ids of events carry their time and nothing more of their order: those of one moment come in any. */
  readonly #seen = new Set<string>();

  private constructor(service: CasesService, id: string) {
    this.service = service;
    this.id = id;
  }

  static async create(service: CasesService): Promise<CaseUnderTest> {
    const { body } = await service.call('POST', '/cases', {
      json: { ...newCase, policy: { maxSelfieAttempts: 2, document: 'offer' } },
    });
    return new CaseUnderTest(service, body.id);
  }

  /**
   * The case and its events since the last look, read at one moment: a clock moved by another lane may change it
   * between two statements.
   */
  async look(): Promise<{ moment: Moment; events: EmittedEvent[] }> {
    const { db } = this.service.deps;
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => ({ moment: await this.#moment(tx), events: await this.#newEvents(tx) }));
  }

  async #moment(db: Kysely<Database>): Promise<Moment> {
    const row = await db
      .selectFrom('cases')
      .select(['status', 'version', 'redaction', 'decision', 'facts', 'test_outcome'])
      .where('id', '=', this.id)
      .executeTakeFirstOrThrow();
    const { status, version, redaction, decision, facts, test_outcome: testOutcome } = row;
    // All due jobs have run before a state is read.
    const jobs = await db
      .selectFrom('jobs')
      .selectAll()
      .where('case_id', '=', this.id)
      .where('kind', 'in', ['verify_selfie', 'read_document'])
      .execute();
    return {
      status,
      version,
      isRedacted: redaction !== null,
      isReviewers: decision?.by === 'reviewer',
      facts,
      testOutcome,
      isPutOff: jobs.length > 0,
    };
  }

  /** The events since the last call, in order. */
  async #newEvents(db: Kysely<Database>): Promise<EmittedEvent[]> {
    const rows = await db
      .selectFrom('events')
      .select(['id', 'type', 'data'])
      .where('case_id', '=', this.id)
      .execute();
    const fresh = rows.filter(({ id }) => !this.#seen.has(id));
    for (const { id } of fresh) this.#seen.add(id);
    return fresh
      .map(({ type, data }) => ({
        type,
        from: data.previousStatus,
        to: data.status!,
        version: data.version!,
      }))
      .sort((a, b) => a.version - b.version);
  }

  consent(biometric: boolean): Promise<number> {
    return this.#post(`/cases/${this.id}/consent`, { biometric, textVersion: '1', locale: 'en' });
  }

  details(familyName: string, dateOfBirth = person.dateOfBirth): Promise<number> {
    return this.#post(`/cases/${this.id}/personal-details`, { ...person, familyName, dateOfBirth });
  }

  async selfie(): Promise<number> {
    const { status, body } = await this.service.call('POST', '/biometrics/selfie-check', {
      json: { caseId: this.id },
    });
    if (status !== 201) return status;
    const form = captureOf(body.challenge, { frame: FRAME });
    const sent = await this.service.call('POST', `/biometrics/selfie-check/${body.id}/capture`, {
      body: form,
    });
    // The check has begun, which is a change even if its picture could not be processed in time.
    return sent.status < 500 ? 0 : sent.status;
  }

  async document(): Promise<number> {
    const { status, body } = await this.service.call('POST', '/biometrics/document-check', {
      json: { caseId: this.id, type: 'passport' },
    });
    if (status !== 201) return status;
    const form = new FormData();
    form.append('nonce', body.nonce);
    form.append('source', 'camera');
    form.append('front', STILL, 'front.png');
    const sent = await this.service.call('POST', `/biometrics/document-check/${body.id}/capture`, {
      body: form,
    });
    // As for a selfie, the check has begun.
    return sent.status < 500 ? 0 : sent.status;
  }

  cancel(): Promise<number> {
    return this.#post(`/cases/${this.id}/cancel`);
  }

  async decide(outcome: string, isStale = false): Promise<number> {
    const { version } = await this.#moment(this.service.deps.db);
    const expectedVersion = isStale ? version + 1 : version;
    return await this.#post(`/cases/${this.id}/decision`, { outcome, note: 'seen', expectedVersion });
  }

  simulate(to: CaseStatus): Promise<number> {
    return this.#post(`/test/cases/${this.id}/simulate`, { to });
  }

  async erase(): Promise<number> {
    return (await this.service.call('DELETE', `/cases/${this.id}`)).status;
  }

  async #post(path: string, json?: object): Promise<number> {
    const { status } = await this.service.call('POST', path, json ? { json } : {});
    return status;
  }
}
