import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

interface Part {
  /** Whether its tests run in a browser; by default they run in Node. */
  inBrowser?: boolean;
  /** Whether `npm test` runs it; `npm test -- --all` and continuous integration run every part. */
  isQuick: boolean;
  /** The test files that belong to it; no file belongs to two parts. */
  files: readonly string[];
}

/**
 * The parts that the unit tests have, each a project of Vitest: the one place that decides what runs when. A test in Node that no
 * row names belongs to `node`.
 */
const rows: Record<string, Part> = {
  /** The widget in a browser. */
  browser: { isQuick: true, inBrowser: true, files: ['test/**/*.browser.test.ts'] },
  /** Of the widget and of the pages in a browser, what takes above ten seconds: whole ways, all languages, films. */
  longBrowser: {
    isQuick: false,
    inBrowser: true,
    files: [
      'test/testdocument/startTestDocument.browser.test.ts',
      'test/vision/modelParity.browser.test.ts',
      'test/widget/{announcements,axe,countryField,detailsForm,detailsPolicy,document}.browser.test.ts',
      'test/widget/{guidedCapture,handoff,hostPageStyles,languages,playTrail,selfie}.browser.test.ts',
      'test/widget/{slowDevice,textLengths,wallet}.browser.test.ts',
    ],
  },
  /** In Node, what takes above ten seconds: engines on many pictures, the desk by many reviewers, many processes. */
  long: {
    isQuick: false,
    files: [
      'test/credentials/command.test.ts',
      'test/demo/{project,visitors}.test.ts',
      'test/document/{documentReader,notices,servedReader,training}.test.ts',
      'test/package/budget.test.ts',
      'test/screening/update/updateLists.test.ts',
      'test/service/desk{Access,History,Passkeys,Queue,Rounds,SignIn,Team}.test.ts',
      'test/service/desk{Transcription,TranscriptionInBrowser}.test.ts',
      'test/service/{auditLog,confirmedMatch,credentials,deskBlind,documentHandoff,doubtfulLines}.test.ts',
      'test/service/{documents,erasure,exactHit,handoff,keylessRoutes,licences,links,portraitAsEvidence}.test.ts',
      'test/service/{outcomeHiddenFromPage,retention,secondReviewer}.test.ts',
      'test/service/{keyBucketAway,keysInBucket,lateSlot,unhandledFailures,walletLinks}.test.ts',
      'test/service/objects/{lateCredentials,oneBadObject,slowKeys}.test.ts',
      'test/service/openapi/openApiDocument.test.ts',
      'test/service/screenings/{namesakes,portfolio,validation}.test.ts',
      'test/service/screenings/report/report.test.ts',
      'test/service/selfies/{decodedPictures,examiner,recording,referenceImage,selfieReview}.test.ts',
      'test/service/selfies/{selfieWithEngine,verdict}.test.ts',
      'test/service/webhooks/disabling.test.ts',
      'test/support/{outcomeReporter,tiers}.test.ts',
      'test/testdocument/testDocument.test.ts',
      'test/vision/{challenge,servedEngine}.test.ts',
    ],
  },
  /** Databases, leases and races: always on PostgreSQL too, where there is one. */
  database: {
    isQuick: true,
    files: [
      'test/service/db/*.test.ts',
      'test/service/jobs/*.test.ts',
      'test/service/http/{idempotency,inFlight}.test.ts',
      'test/service/webhooks/{fairness,retries,sharedDeliveries}.test.ts',
      'test/service/{databaseAway,leaseTakeover,migrations,pgbouncer,serveAndWork,severalNodes,skewedClocks}.test.ts',
      'test/service/{erasedKeys,rateLimit}.test.ts',
      'test/service/screenings/manyProcesses.test.ts',
      'test/support/sharedPostgres.test.ts',
    ],
  },
  /** Processes that are started, killed, measured or filled up. */
  process: {
    isQuick: false,
    files: [
      'test/service/{cli,doctor,draining,durability,fullDisk,lockDataDir,masterKey,memoryBound,rotation}.test.ts',
      'test/service/{secretEnvironment,shutdownAndReadiness,youngHeap}.test.ts',
      'test/service/http/{uploadLimits,uploadMemory}.test.ts',
      'test/service/screenings/{listUpdates,monitoring,suddenDeath,wholeLists}.test.ts',
      'test/deploy/trial.test.ts',
      'test/service/pictures/*.test.ts',
      'test/service/selfies/processPool.test.ts',
      'test/service/transfer/*.test.ts',
      'test/service/webhooks/crash.test.ts',
    ],
  },
  /** The looks of every screen and page. */
  screens: { isQuick: false, files: ['test/screens/*.test.ts'] },
  /** Proofs in their quick form, and tests that go through many names, pictures or films. */
  proof: {
    isQuick: false,
    files: [
      'test/prove/*.test.ts',
      'test/screening/recallOf*.test.ts',
      'test/screening/lists/{everyEntity,largeEntries}.test.ts',
      'test/service/selfies/{damagedPictures,filmedCaptures,replay}.test.ts',
    ],
  },
  /** The package, the demo and the documentation as others use them. */
  consumers: {
    isQuick: false,
    files: [
      'test/consumers/*.test.ts',
      'test/demo/{snippets,start}.test.ts',
      'test/deploy/{compose,helm}.test.ts',
      'test/docs/operate.test.ts',
      'test/widget/{contentSecurityPolicy,strictPage}.test.ts',
    ],
  },
};

const inNode = { include: 'test/**/*.test.ts', exclude: ['**/node_modules/**'] };

interface VitestPart {
  isQuick: boolean;
  inBrowser: boolean;
  include: string[];
  exclude: string[];
}

/** Each part with the patterns of its files, as Vitest takes them. */
export const parts: Readonly<Record<string, VitestPart>> = {
  node: {
    isQuick: true,
    inBrowser: false,
    include: [inNode.include],
    exclude: [...inNode.exclude, ...Object.values(rows).flatMap(({ files }) => files)],
  },
  ...Object.fromEntries(
    Object.entries(rows).map(([name, { isQuick, inBrowser = false, files }]) => [
      name,
      { isQuick, inBrowser, include: [...files], exclude: [...inNode.exclude, ...inLongPart(name)] },
    ]),
  ),
};

/** What the patterns of `browser` match and `longBrowser` has. */
function inLongPart(name: string): readonly string[] {
  return name === 'browser' ? rows['longBrowser']!.files : [];
}

/** What no run of `npm test` includes, with its command: nightly, and before a release. */
export const elsewhere: readonly (readonly [what: string, command: string])[] = [
  ['every proof in full, mutants included', 'npm run prove -- all'],
  ['the package in an app of every framework', 'npm run consumers'],
  [
    'the service with its pictures and data keys in a bucket',
    'TEST_PICTURES=s3 TEST_KEYS=s3 npm test -- node long',
  ],
  ['Firefox and WebKit', 'npm run test:engines'],
];

/** The files of one part. */
export function filesOf(part: string): string[] {
  const { include, exclude } = parts[part]!;
  const isAmong = (path: string, patterns: readonly string[]) =>
    patterns.some((pattern) => matchesGlob(path, pattern));
  return unitTests().filter((path) => isAmong(path, include) && !isAmong(path, exclude));
}

/** The files of the part `node` with tests for each database: `npm test` runs these on the embedded one alone. */
export function filesOfBothDatabases(): string[] {
  return filesOf('node').filter((path) => /\bdatabases\b/.test(readFileSync(join(ROOT, path), 'utf8')));
}

/** All files of unit tests: paths from the root, forward slashes. */
function unitTests(): string[] {
  return globSync(inNode.include, { cwd: ROOT, exclude: inNode.exclude })
    .map((path) => path.split(sep).join('/'))
    .toSorted();
}
