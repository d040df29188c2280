import { randomBytes } from 'node:crypto';
import { errors } from '../../../src/contract/errors.ts';
import { unmeasured } from '../../../src/contract/selfieCheck.ts';
import { ApiError } from '../../../src/service/ApiError.ts';
import { runners } from '../../../src/service/background/runners.ts';
import { readPapers } from '../../../src/service/credentials/relyingParty.ts';
import { StatusLists } from '../../../src/service/credentials/StatusLists.ts';
import { WalletTrust } from '../../../src/service/credentials/WalletTrust.ts';
import { createVault } from '../../../src/service/crypto/vault.ts';
import { inTransaction } from '../../../src/service/db/inTransaction.ts';
import { WakeSignal } from '../../../src/service/db/WakeChannel.ts';
import type { Deps } from '../../../src/service/deps.ts';
import type { Job, JobKind } from '../../../src/service/jobs/jobs.ts';
import { createLog } from '../../../src/service/log.ts';
import { Pictures } from '../../../src/service/pictures/Pictures.ts';
import { routes } from '../../../src/service/routes/index.ts';
import { ListKeeper } from '../../../src/service/screenings/ListKeeper.ts';
import type { Examiner } from '../../../src/service/selfies/examiner.ts';
import { noSignals } from '../../../src/service/selfies/selfieFacts.ts';
import { readConfig } from '../../../src/service/settings/config.ts';
import { Metrics } from '../../../src/service/telemetry/Metrics.ts';
import { MemoryTables } from './MemoryTables.ts';
import { memoryDatabase } from './memoryDatabase.ts';

/** The calls of `CaseUnderTest` to a service. */
export interface CasesService {
  deps: Deps;
  call(method: string, path: string, options?: { json?: unknown; body?: BodyInit }): Promise<Answered>;
  tick(): Promise<void>;
  advance(ms: number): void;
}

interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each endpoint answers with its own shape.
  body: any;
}

type Work = (tx: unknown) => Promise<{ body?: unknown }>;
type AnyHandler = ((request: object) => ReturnType<Work>) | { prepare(request: object): Promise<Work> };

const CALLER = { kind: 'secret', keyId: 'key_of_nobody', mode: 'test', scopes: [], expiresAt: null } as const;

/** The paths of cases and the handlers that answer them. */
const PATHS: readonly [RegExp, keyof typeof routes][] = [
  [/^POST \/cases$/, 'createCase'],
  [/^POST \/cases\/(\w+)\/consent$/, 'giveConsent'],
  [/^POST \/cases\/(\w+)\/personal-details$/, 'submitPersonalDetails'],
  [/^POST \/cases\/(\w+)\/cancel$/, 'cancelCase'],
  [/^POST \/cases\/(\w+)\/decision$/, 'decideCase'],
  [/^DELETE \/cases\/(\w+)$/, 'eraseCase'],
  [/^POST \/biometrics\/selfie-check$/, 'startSelfieCheck'],
  [/^POST \/biometrics\/selfie-check\/(\w+)\/capture$/, 'captureSelfie'],
  [/^POST \/biometrics\/document-check$/, 'startDocumentCheck'],
  [/^POST \/biometrics\/document-check\/(\w+)\/capture$/, 'captureDocument'],
  [/^POST \/test\/cases\/(\w+)\/simulate$/, 'simulateCase'],
];

/** No faces are measured, as in a service without engine. */
const examiner: Examiner = {
  engine: null,
  prepare: () => {},
  inspect: async () => ({ mediaType: 'image/png', faces: null }),
  inspectPortrait: async () => ({ use: 'unreadable', file: null }),
  inspectTrail: async (trail) => trail.map(() => null),
  judge: async () => ({
    selfie: 'not_performed',
    reasons: [],
    liveness: unmeasured,
    faceMatch: unmeasured,
    signals: noSignals,
    looks: null,
  }),
  isReplay: async () => false,
  findEyes: async () => null,
  redrawLogo: async () => null,
  readDocument: async () => null,
  close: async () => {},
};

/**
 * The handlers and the jobs of the service as they are, without HTTP and on tables in memory: thousands of commands a
 * second. For one case at a time: a new one forgets the one before.
 */
export class MemoryService implements CasesService {
  readonly deps: Deps;
  readonly #tables = new MemoryTables();
  #time = Date.now();

  constructor() {
    const wake = { jobs: new WakeSignal(), deliveries: new WakeSignal(), handoffs: new WakeSignal() };
    const clock = () => new Date(this.#time);
    const vault = createVault(randomBytes(32));
    const context = {
      config: readConfig({}),
      db: memoryDatabase(this.#tables),
      clock,
      log: createLog('silent', () => {}),
      metrics: new Metrics(),
      vault,
      pictures: Pictures.withoutBucket({ vault, clock }),
      wake,
      erasure: null,
      slots: null,
      headRecord: null,
    };
    const lists = new ListKeeper(context, { directories: [], addresses: [] });
    // The door has no part in it.
    const door = {} as Pick<Deps, 'rateLimits' | 'printer' | 'state'>;
    const walletTrust = new WalletTrust(context);
    const statusLists = new StatusLists(context);
    const credentials = { walletTrust, statusLists, papers: readPapers(context.config) };
    this.deps = { ...context, ...door, ...credentials, baseUrl: '', lists, examiner };
  }

  advance(ms: number): void {
    this.#time += ms;
  }

  async call(
    method: string,
    path: string,
    { json, body }: { json?: unknown; body?: BodyInit } = {},
  ): Promise<Answered> {
    const route = `${method} ${path}`;
    const [pattern, name] = PATHS.find(([one]) => one.test(route)) ?? [];
    if (!pattern || !name) throw new Error(`Unknown here: ${route}`);
    if (name === 'createCase') this.#tables.clear();
    const { fields, files } = partsOf(body);
    const request = {
      deps: this.deps,
      caller: CALLER,
      requestId: 'req',
      params: { id: pattern.exec(route)?.[1] ?? '' },
      query: {},
      body: json ?? fields,
      files,
      header: () => undefined,
      isRepeated: async () => false,
    };
    try {
      const answer = await this.#answer(name, request);
      if (answer.refusal) throw answer.refusal;
      return {
        status: /^(create|start)/.test(name) ? 201 : 200,
        body: answer.body,
      };
    } catch (error) {
      if (error instanceof ApiError) return { status: errors[error.code][0], body: { code: error.code } };
      throw error;
    }
  }

  async #answer(name: keyof typeof routes, request: object): Promise<{ body?: unknown; refusal?: ApiError }> {
    // Handlers differ in their parameters; the paths above select the right one.
    const handler = routes[name] as unknown as AnyHandler;
    const work =
      typeof handler === 'function'
        ? (tx: unknown) => handler({ ...request, tx })
        : await handler.prepare(request);
    return await inTransaction(this.deps, work);
  }

  /** Runs due work, as the background loops would. */
  async tick(): Promise<void> {
    for (let job = this.#due(); job; job = this.#due()) {
      const current = { ...job, attempt: job.attempt + 1 };
      const work = await runners[job.kind as JobKind](this.deps, current);
      await inTransaction(this.deps, async (tx) => {
        const again = (await work(tx))?.again;
        const others = this.#tables.rows('jobs').filter(({ id }) => id !== current.id);
        const isReplaced = others.length === this.#tables.rows('jobs').length;
        const left = again && !isReplaced ? [{ ...job, run_at: again, attempt: 0 }] : [];
        this.#tables.put('jobs', [...others, ...(left as unknown as Record<string, unknown>[])]);
      });
    }
  }

  #due(): Job | undefined {
    const now = new Date(this.#time);
    return (this.#tables.rows('jobs') as unknown as Job[]).find(({ run_at }) => run_at <= now);
  }
}

/** The fields of a multipart body; its pictures are not read. */
function partsOf(body: BodyInit | undefined) {
  if (!(body instanceof FormData)) return { fields: undefined, files: {} };
  const file = () => ({ bytes: new Uint8Array(1) });
  const nonce = String(body.get('nonce'));
  const source = body.get('source');
  if (source) return { fields: { nonce, source }, files: { front: body.getAll('front').map(file) } };
  const steps = JSON.parse(String(body.get('steps'))) as string[];
  return { fields: { nonce, steps }, files: { frames: steps.map(file) } };
}
