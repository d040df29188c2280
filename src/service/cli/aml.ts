import { access, constants } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { screenFile } from '../../screening/batch/screenFile.ts';
import { BatchError } from '../../screening/batch/screenRow.ts';
import { ListError, loadLists, officialLists, updateLists } from '../../screening/screening.ts';
import { configuredLists, validate } from './validate.ts';

/** Spreads requests of processes that start at the same time. */
const JITTER = 0.1;

/** Delay before a retry after a failure, unless the next run is earlier. */
const AGAIN_MS = 10 * 60_000;

const UNITS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const help = `Usage: npm run -s aml -- screen --lists DIR [--lists DIR ...] --in FILE --out FILE

screen   screens a file of people and organisations against lists of sanctioned and politically exposed ones
  --lists DIR      directory with list files (searched recursively), may be repeated
  --in FILE        JSON lines: {"id": "…", "person": {"fullName": "…", "dateOfBirth": "1968-02-27", …}} or
                   {"id": "…", "organisation": {"name": "…", "countries": ["RU"]}}; or a .csv with the columns id,
                   givenName, middleName, familyName, fullName, nativeName, dateOfBirth, nationalities, countryOfBirth,
                   identifiers, organisation, countries (as far as needed; several values separated by semicolons)
  --out FILE       in the same order, JSON lines: {"id": "…", "status": "possible_match", "hits": [{"id": "…", "score": 0.93,
                   …}], "totalHits": 1, "explain": null, "dataset": "…", "threshold": 0.7}, best first; or a .csv with one
                   line per hit, and an empty one for a row without hits. status is clear, possible_match, or
                   not_comparable: then explain.why names the fields that could not be compared, and nobody is cleared.
                   A row that cannot be screened has "error". A run that was killed continues where it was
  --skip-bad       exit with 0 although rows could not be screened; otherwise the exit code is 3
  --only KIND      sanctions or pep; both by default
  --min-score N    hits from this score on, 0.5 to 0.9; 0.5 by default. It filters the hits, never the status
  --limit N        the maximum number of hits per person; 20 by default

update   downloads lists; if a list cannot be downloaded or read, its last good files stay
  --to DIR         target directory; .data/lists by default, with a subdirectory for each list
  --from URL       URL of a list, may be repeated; by default those in the setting AML_LISTS, otherwise the
                   official ones of US OFAC, UN, UK and EU
  --accept LIST@VERSION  accepts one version of a list that lost more than the limit, or LIST@gone; the message of the
                   refusal has the name; may be repeated
  --every PERIOD   repeats until SIGTERM, every 90s, 30m, 24h or 1d, plus or minus a tenth; after a failure
                   in ten minutes. Without it one update is made; the exit code is 1 if a list could not be downloaded

validate   measures the matcher on your own lists: people found under altered spellings, alerts for invented people and
           firms, and names just below the threshold; writes a PDF to sign and two CSV files, with the day in
           their names
  --out DIR        target directory
  --lists DIR      directory with list files, may be repeated; by default those of the setting AML_LISTS
  --sample N       number of queries for each list, script and culture, 20 to 10000; 300 by default
  --seed N         seed of the sample; 1 by default. The same lists and seed give the same figures
  --book FILE      your own customers, in the format of screen --in: how many alert from each score on
  --deck FILE      a labelled deck in the same format: the id of a row is that of the entity that must be found, or none

Progress goes to the standard error stream.
`;

/** Number of invalid rows reported individually; the output contains all of them. */
const MAX_REPORTED = 20;

/** A usage error: reported in a sentence, without a stack. */
class UsageError extends Error {}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const isExpected =
    error instanceof UsageError ||
    error instanceof ListError ||
    error instanceof BatchError ||
    (error as { code?: string }).code;
  say(isExpected ? (error as Error).message : ((error as Error).stack ?? String(error)));
  if (error instanceof UsageError) say('Run: npm run -s aml -- --help');
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function run([command, ...args]: string[]): Promise<number> {
  if (!command || command === '--help' || command === '-h' || args.includes('--help')) {
    process.stdout.write(help);
    return command ? 0 : 2;
  }
  if (command === 'screen') return screenCommand(args);
  if (command === 'update') return updateCommand(args);
  if (command === 'validate') return validateCommand(args);
  throw new UsageError(`The command ${command} does not exist.`);
}

async function screenCommand(args: string[]): Promise<number> {
  const values = options(args, {
    lists: { type: 'string', multiple: true },
    in: { type: 'string' },
    out: { type: 'string' },
    only: { type: 'string' },
    'min-score': { type: 'string', default: '0.5' },
    limit: { type: 'string', default: '20' },
    'skip-bad': { type: 'boolean', default: false },
  });
  if (!values.lists?.length || !values.in || !values.out)
    throw new UsageError('An option is missing: screen needs --lists, --in and --out.');
  const { only } = values;
  if (only !== undefined && only !== 'sanctions' && only !== 'pep')
    throw new UsageError('--only must be sanctions or pep.');
  const minScore = number('--min-score', values['min-score'], 0.5, 0.9);
  const limit = number('--limit', values.limit, 1, 1000);
  await requireFiles(path(values.in), path(values.out));
  const index = await loadLists(values.lists.map(path), { log: say });
  for (const { name, entities, rejectedRows } of index.dataset.lists)
    say(`${name}: ${entities} entities, ${rejectedRows} rows rejected`);
  say(`Dataset ${index.dataset.version}`);
  const start = performance.now();
  const perSecond = (rows: number) => Math.round((1000 * rows) / (performance.now() - start));
  const lists = only ? ([only] as const) : undefined;
  let reportedAt = start;
  const onProgress = (rows: number) => {
    if (performance.now() - reportedAt < 1000) return;
    reportedAt = performance.now();
    say(`${rows} rows screened, ${perSecond(rows)} per second`);
  };
  const { rows, bad } = await screenFile(index, path(values.in), path(values.out), {
    lists,
    minScore,
    limit,
    onProgress,
    onBadRow: firstOf(MAX_REPORTED, (error) => say(`Not screened: ${error}`)),
    onResume: (rowsDone) => say(`Continuing an earlier run after ${rowsDone} rows`),
  });
  say(`${rows} rows screened, ${perSecond(rows)} per second: ${path(values.out)}`);
  say(`${bad} bad rows`);
  return bad > 0 && !values['skip-bad'] ? 3 : 0;
}

function firstOf(max: number, say: (text: string) => void): (text: string) => void {
  let count = 0;
  return (text) => {
    count += 1;
    if (count <= max) say(text);
  };
}

/** Checked first, because loading the lists takes a while. */
async function requireFiles(input: string, output: string): Promise<void> {
  await access(input, constants.R_OK).catch(({ code }) => {
    throw new UsageError(
      `The file ${input} of --in cannot be read (${code}). Check its path and permissions.`,
    );
  });
  await access(dirname(output), constants.W_OK).catch(({ code }) => {
    throw new UsageError(`The directory of ${output} (--out) is not writable (${code}). Choose another one.`);
  });
}

async function validateCommand(args: string[]): Promise<number> {
  const values = options(args, {
    lists: { type: 'string', multiple: true },
    out: { type: 'string' },
    sample: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    book: { type: 'string' },
    deck: { type: 'string' },
  });
  if (!values.out) throw new UsageError('An option is missing: validate needs --out.');
  const dataDir = process.env['DATA_DIR'] || '.data';
  const lists = values.lists ?? (await configuredLists(process.env['AML_LISTS'] ?? '', dataDir));
  if (lists.length === 0)
    throw new UsageError('There are no lists to validate with: set AML_LISTS, or pass --lists.');
  await validate({
    lists: lists.map(path),
    out: path(values.out),
    sample: number('--sample', values.sample, 20, 10_000),
    seed: number('--seed', values.seed, 0, 2 ** 31),
    book: values.book === undefined ? null : path(values.book),
    deck: values.deck === undefined ? null : path(values.deck),
    at: new Date(),
    say,
  });
  return 0;
}

async function updateCommand(args: string[]): Promise<number> {
  const values = options(args, {
    to: { type: 'string', default: join(process.env['DATA_DIR'] || '.data', 'lists') },
    from: { type: 'string', multiple: true },
    every: { type: 'string' },
    accept: { type: 'string', multiple: true },
  });
  const everyMs = values.every === undefined ? null : periodOf(values.every);
  if (values.every !== undefined && everyMs === null)
    throw new UsageError('--every must be a period such as 90s, 30m, 24h or 1d.');
  const configured =
    process.env['AML_LISTS']?.split(',').filter((entry) => /^https?:/.test(entry.trim())) ?? [];
  const addresses =
    values.from ?? (configured.length > 0 ? configured.map((entry) => entry.trim()) : officialLists);
  const end = new AbortController();
  const consents = values.accept ?? [];
  const contact = process.env['AML_CONTACT'] || null;
  const update = (signal: AbortSignal) =>
    updateOnce(addresses, path(values.to!), { signal, consents, contact });
  if (everyMs === null) return (await update(end.signal)) ? 0 : 1;
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => end.abort());
  await repeat(everyMs, update, end.signal);
  return 0;
}

/** @returns whether each list equals its publisher's current version. */
async function updateOnce(
  addresses: readonly string[],
  to: string,
  options: { signal: AbortSignal; consents: string[]; contact: string | null },
): Promise<boolean> {
  let reportedAt = 0;
  const onProgress = ({ url, bytes }: { url: string; bytes: number }) => {
    if (performance.now() - reportedAt < 1000) return;
    reportedAt = performance.now();
    say(`${url}: ${bytes} bytes`);
  };
  const { directories, changed, failures } = await updateLists(addresses, to, {
    log: say,
    onProgress,
    ...options,
  });
  say(changed ? `Lists have changed in ${directories.join(', ')}` : 'No list has changed.');
  return failures.length === 0;
}

function options<T extends NonNullable<Parameters<typeof parseArgs>[0]>['options']>(
  args: string[],
  definitions: T,
) {
  try {
    return parseArgs({ args, options: definitions!, strict: true, allowPositionals: false })
      .values as ReturnType<
      typeof parseArgs<{ args: string[]; options: NonNullable<T>; strict: true }>
    >['values'];
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function number(name: string, text: string | undefined, min: number, max: number): number {
  const value = Number(text);
  if (!(value >= min && value <= max))
    throw new UsageError(`${name} must be a number from ${min} to ${max}.`);
  return value;
}

/** npm runs scripts from the package's root; the caller's own directory is in INIT_CWD. */
function path(name: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), name);
}

function say(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** @returns milliseconds of a period such as `90s`, `30m`, `24h` or `1d`; `null` if the format is wrong. */
function periodOf(text: string): number | null {
  const [, number, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = Number(number) * (UNITS[unit ?? ''] ?? Number.NaN);
  return ms > 0 ? ms : null;
}

/**
 * Repeats work until a signal ends it: every `everyMs`, plus or minus a tenth, and sooner after a failure.
 * @param work resolves to whether it succeeded; its signal aborts it.
 */
async function repeat(
  everyMs: number,
  work: (signal: AbortSignal) => Promise<boolean>,
  end: AbortSignal,
): Promise<void> {
  while (!end.aborted) {
    const isDone = await work(end).catch((error) => {
      if (end.aborted) return true;
      throw error;
    });
    const wait = isDone ? everyMs : Math.min(everyMs, AGAIN_MS);
    const spread = 1 + JITTER * (2 * Math.random() - 1);
    // Rejects if the command is ended meanwhile.
    await delay(wait * spread, undefined, { signal: end }).catch(() => {});
  }
}
