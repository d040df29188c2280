import type { SessionCase } from '../../../src/contract/case.ts';
import type { Consent, GiveConsent } from '../../../src/contract/consent.ts';
import type { CredentialReceipt, CredentialRequest } from '../../../src/contract/credential.ts';
import { defaultDetailsFields } from '../../../src/contract/detailsFields.ts';
import type { SessionDocumentCheck } from '../../../src/contract/documentCheck.ts';
import type { Handoff } from '../../../src/contract/handoff.ts';
import { newId } from '../../../src/contract/ids.ts';
import { generateKey } from '../../../src/contract/keys.ts';
import type { PersonalDetailsReceipt } from '../../../src/contract/personalDetails.ts';
import type { FieldError } from '../../../src/contract/problem.ts';
import type {
  ChallengeStep,
  SessionSelfieCheck,
  StartSelfieCheck,
} from '../../../src/contract/selfieCheck.ts';
import type { ClientSession } from '../../../src/contract/sessionKey.ts';
import { SmallHandoff } from './SmallHandoff.ts';

type Due = SessionCase['requirements']['currentlyDue'];

/** An answer to give in place of the true one, once. */
export interface Fault {
  /** The last part of the path: `consent`, `personal-details`, `selfie-check`, `capture`, `selfie`, `case`; `upload` breaks the line in the middle. */
  on: string;
  status: number;
  code: string;
  errors?: FieldError[];
}

export interface SmallCaseOptions {
  fields?: SessionCase['fields'];
  prefill?: SessionCase['prefill'];
  withoutFace?: SessionCase['withoutFace'];
  /** `disable` by default. */
  handoff?: SessionCase['handoff'];
  /** Whether the page is the phone of a hand-off. */
  isPhone?: boolean;
  /** The initial state of the hand-off. */
  phone?: Partial<Handoff>;
  /** Whether server-sent events arrive; they do by default. */
  hasEvents?: boolean;
  credential?: SessionCase['credential'];
  document?: Partial<SessionCase['document']>;
  /** What the service reads of a document; by default nothing. */
  read?: SessionDocumentCheck['read'];
  /** The reasons for which the first documents are refused. */
  documentRetries?: string[];
  /** How many answers say that the first document is still being read. */
  documentLooks?: number;
  branding?: SessionCase['branding'];
  mode?: 'live' | 'test';
  due?: Due;
  status?: SessionCase['status'];
  returnUrl?: string | null;
  state?: string | null;
  steps?: ChallengeStep[];
  /** How long a challenge lives, unless it is extended; an hour by default, which no machine needs. */
  challengeSeconds?: number;
  lastError?: SessionCase['lastError'];
  faults?: Fault[];
  /** The codes of the first captures' results; afterwards the case reads `submitted`. */
  retries?: string[];
}

/**
 * `key` replaces the session key: the one in use is then as good as expired. `proven`: another device has shared a good
 * credential.
 */
export type Change = Pick<SmallCaseOptions, 'status' | 'due' | 'faults' | 'phone'> & {
  key?: true;
  proven?: true;
};

/** The details that a good credential proves. */
const CHALLENGE_SECONDS = 3600;

const PROVEN = {
  givenName: 'Erika',
  familyName: 'Mustermann',
  dateOfBirth: '1984-01-26',
  nationalities: ['DE'],
};

/** One case of the small API. */
export class SmallCase {
  readonly id = newId('case');
  readonly checkId = newId('bio');
  readonly credentialId = newId('cred');
  readonly documentId = newId('doc');
  readonly mode: 'live' | 'test';
  readonly handoff = new SmallHandoff();
  readonly log: string[] = [];
  /** Of consents, as they came. */
  readonly texts: string[] = [];
  details: unknown = null;
  session: ClientSession;
  readonly #options: SmallCaseOptions;
  #status: SessionCase['status'];
  #due: Due;
  #faults: Fault[];
  #retries: string[];
  #lastError: SessionCase['lastError'];
  #looks = 0;
  #stuck = 0;
  #credential: SessionCase['credential'];
  #challengeSeconds: number;
  #isCaptured = false;
  #document: SessionCase['document'];
  #documentRetries: string[];
  #isShown = false;
  #documentLooks: number;

  constructor(options: SmallCaseOptions, baseUrl: string) {
    this.#options = options;
    this.#challengeSeconds = options.challengeSeconds ?? CHALLENGE_SECONDS;
    this.mode = options.mode ?? 'test';
    this.#status = options.status ?? 'requires_input';
    this.#due = options.due ?? ['consent', 'personal_details', 'selfie'];
    this.#faults = options.faults ?? [];
    this.#retries = options.retries ?? [];
    this.#lastError = options.lastError ?? null;
    if (options.phone) this.handoff.change(options.phone);
    this.#credential = options.credential ?? {
      mode: 'off',
      asked: [],
      triesLeft: 5,
      proven: null,
      qr: false,
    };
    this.#documentRetries = options.documentRetries ?? [];
    this.#documentLooks = options.documentLooks ?? 0;
    this.#document = {
      id: null,
      mode: 'off',
      isOpen: false,
      types: ['passport'],
      countries: [],
      upload: 'disable',
      attemptsLeft: 3,
      ...options.document,
    };
    this.session = { caseId: this.id, sessionKey: '', expiresAt: '', baseUrl };
    this.#newKey();
  }

  view(): SessionCase {
    return {
      id: this.id,
      object: 'case',
      type: 'kyc_individual',
      mode: this.mode,
      status: this.#status,
      version: 1,
      locale: null,
      requirements: { currentlyDue: this.#due, selfieAttemptsRemaining: 3 - this.#looks },
      lastError: this.#lastError,
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      returnUrl: this.#options.returnUrl === undefined ? null : this.#options.returnUrl,
      state: this.#options.state ?? null,
      prefill: this.#options.prefill ?? null,
      fields: this.#options.fields ?? defaultDetailsFields,
      handoff: this.#options.handoff ?? 'disable',
      isPhone: this.#options.isPhone ?? false,
      credential: this.#credential,
      document: this.#document,
      withoutFace: this.#options.withoutFace ?? 'cancel',
      retention: { biometricsDays: 30, detailsDays: 90, evidenceYears: 5 },
      operator: 'Example Verification Ltd',
      branding: this.#options.branding ?? null,
    };
  }

  change({ status, due, faults, key, phone, proven }: Change): ClientSession {
    if (status) this.#status = status;
    if (due) this.#due = due;
    if (faults) this.#faults = faults;
    if (key) this.#newKey();
    if (proven) this.#credential = { ...this.#credential, proven: PROVEN };
    if (phone) this.handoff.change(phone);
    return this.session;
  }

  get hasEvents(): boolean {
    return this.#options.hasEvents ?? true;
  }

  takeFault(kind: string): Fault | undefined {
    const at = this.#faults.findIndex(({ on }) => on === kind);
    return at < 0 ? undefined : this.#faults.splice(at, 1)[0];
  }

  /** Whether the line is to break in the middle of an upload, this time. */
  cutsUpload(): boolean {
    return this.takeFault('upload') !== undefined;
  }

  consent({ biometric, face = biometric, textVersion, locale, textHash }: GiveConsent): Consent {
    const isOver = !biometric || (!face && this.view().withoutFace === 'cancel');
    this.#done('consent');
    if (!face) this.#done('selfie');
    if (isOver) this.#status = 'canceled';
    return { biometric, face, textVersion, locale, textHash: textHash ?? null, at: new Date().toISOString() };
  }

  /** Whether a text came here before; then it does. */
  knowsText({ text, textHash }: GiveConsent): boolean {
    if (text !== undefined) this.texts.push(text);
    return text !== undefined || textHash === undefined || this.texts.length > 0;
  }

  request(status: CredentialRequest['status']): CredentialRequest {
    return {
      object: 'credential_request',
      id: this.credentialId,
      mode: this.mode,
      caseId: this.id,
      status,
      asked: this.#credential.asked,
      purpose: 'identity_verification',
      expiresAt: new Date(Date.now() + 600_000).toISOString(),
    };
  }

  /** `good` proves names, date of birth and nationality; every other answer is refused. */
  answerWallet({ data }: { data: { response?: unknown } }): CredentialReceipt {
    const isGood = data.response === 'good';
    const triesLeft = this.#credential.triesLeft - (isGood ? 0 : 1);
    this.#credential = { ...this.#credential, triesLeft, proven: isGood ? PROVEN : null };
    this.#lastError = isGood ? null : { code: 'credential_unusable', retryable: true };
    return { object: 'credential_receipt', id: this.credentialId, caseId: this.id, status: 'received' };
  }

  /** A document check; `completed` once its pictures are in. */
  document(): SessionDocumentCheck {
    return {
      id: this.documentId,
      object: 'document_check',
      mode: this.mode,
      caseId: this.id,
      nonce: 'nonce',
      sides: ['front'],
      expiresAt: new Date(Date.now() + 900_000).toISOString(),
      status: this.#isShown ? 'completed' : 'requires_capture',
      reason: null,
      read: (this.#isShown && !this.#document.isOpen && this.#options.read) || null,
    };
  }

  startDocument(type: string | undefined): SessionDocumentCheck {
    this.log.push(`document ${type}`);
    this.#isShown = false;
    return this.document();
  }

  captureDocument(body: Buffer): SessionDocumentCheck {
    const form = body.toString('latin1');
    const count = (name: string) => form.split(`; name="${name}"`).length - 1;
    this.log.push(`document of ${count('front')} and ${count('back')} stills`);
    this.#isShown = true;
    this.#lastError = null;
    const attemptsLeft = this.#document.attemptsLeft - 1;
    this.#document = { ...this.#document, id: this.documentId, attemptsLeft, isOpen: false };
    if (this.#documentLooks === 0) this.#examine();
    return { ...this.document(), status: 'processing' };
  }

  /** The check of a document as it is asked for: it is still being read at first, if the test says so. */
  lookAtDocument(): SessionDocumentCheck {
    if (this.#documentLooks === 0) return this.document();
    if (--this.#documentLooks === 0) this.#examine();
    return { ...this.document(), status: 'processing', read: null };
  }

  #examine(): void {
    const code = this.#documentRetries.shift();
    this.#lastError = code ? { code, retryable: true } : null;
    this.#document = { ...this.#document, isOpen: code !== undefined && this.#document.attemptsLeft > 0 };
    if (!this.#document.isOpen) this.#done('document');
  }

  submitDetails(details: unknown): PersonalDetailsReceipt {
    this.details = details;
    // Who sends them while a document could be shown goes on without one.
    this.#document = { ...this.#document, isOpen: false };
    this.#done('document');
    this.#done('personal_details');
    return { object: 'personal_details_receipt', caseId: this.id, submittedAt: new Date().toISOString() };
  }

  /** The open challenge; after a second movement that the person could not do, one picture. */
  start({ stuckAt }: StartSelfieCheck): SessionSelfieCheck {
    if (stuckAt) {
      this.log.push(`stuck at ${stuckAt}`);
      this.#stuck++;
    }
    return this.check();
  }

  /** The challenge with its time limit reset. */
  extend(): SessionSelfieCheck {
    this.#challengeSeconds = CHALLENGE_SECONDS;
    return this.check();
  }

  check(): SessionSelfieCheck {
    const asked = this.#options.steps ?? ['center', 'turn_left', 'look_up'];
    const steps: ChallengeStep[] = this.#stuck > 1 ? ['center'] : asked;
    const expiresAt = new Date(Date.now() + this.#challengeSeconds * 1000).toISOString();
    const status = this.#isCaptured ? 'completed' : 'requires_capture';
    return {
      id: this.checkId,
      object: 'selfie_check',
      mode: this.mode,
      caseId: this.id,
      status,
      challenge: { nonce: 'nonce', steps, expiresAt },
      userMessage: null,
      reason: null,
    };
  }

  capture(body: Buffer): SessionSelfieCheck {
    const form = body.toString('latin1');
    const steps = /name="steps"\r\n\r\n([^\r]*)/.exec(form)?.[1] ?? '';
    const frames = form.split('name="frames"').length - 1;
    this.log.push(`captured ${steps} in ${frames} frames`);
    const trail = form.split('name="trail"').slice(1);
    const bytes = trail.reduce((sum, part) => sum + part.indexOf('\r\n--') - part.indexOf('\r\n\r\n') - 4, 0);
    this.log.push(`trail of ${trail.length} frames, ${bytes} bytes`);
    this.#isCaptured = true;
    const code = this.#retries.shift();
    if (code) {
      this.#looks++;
      this.#lastError = { code, retryable: true };
    } else {
      this.#done('selfie');
    }
    return this.check();
  }

  #done(entry: Due[number]): void {
    this.#due = this.#due.filter((due) => due !== entry);
    if (this.#due.length === 0) this.#status = 'submitted';
  }

  #newKey(): void {
    const expiresAt = new Date(Date.now() + 900_000).toISOString();
    this.session = { ...this.session, sessionKey: generateKey('session', this.mode), expiresAt };
  }
}
