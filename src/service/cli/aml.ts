import { access, constants } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { screenFile } from '../aml/batch/screenFile.ts';
import { ListError, loadLists, officialLists, updateLists } from '../aml/index.ts';

const help = `Usage: npm run -s aml -- screen --lists DIR [--lists DIR ...] --in FILE --out FILE

screen   screens a file of people against lists of sanctioned and politically exposed people
  --lists DIR      directory with list files (searched recursively), may be repeated
  --in FILE        JSON lines: {"id": "…", "person": {"fullName": "…", "dateOfBirth": "1968-02-27", …}}
  --out FILE       JSON lines in the same order: {"id": "…", "hits": [{"id": "…", "score": 0.93, …}]}
                   best first; a row that can't be screened has "error"
  --only KIND      sanctions or pep; both by default
  --min-score N    0.5 to 1; 0.5 by default
  --limit N        the most hits per person; 20 by default

update   downloads lists; what can't be had or read leaves the last good files as they are
  --to DIR         where to; .data/lists by default, each list in a directory of its own
  --from URL       an address, may be repeated; else the addresses in the setting AML_LISTS; else the
                   official ones of US OFAC, UN, UK and EU

Progress goes to the standard error stream.
`;

/** A mistake of the caller: said in a sentence, without a stack. */
class UsageError extends Error {}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const known =
    error instanceof UsageError || error instanceof ListError || (error as { code?: string }).code;
  say(known ? (error as Error).message : ((error as Error).stack ?? String(error)));
  if (error instanceof UsageError) say('See: npm run -s aml -- --help');
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function run([command, ...args]: string[]): Promise<number> {
  if (!command || command === '--help' || command === '-h' || args.includes('--help')) {
    process.stdout.write(help);
    return command ? 0 : 2;
  }
  if (command === 'screen') return screenCommand(args);
  if (command === 'update') return updateCommand(args);
  throw new UsageError(`There is no command ${command}.`);
}

async function screenCommand(args: string[]): Promise<number> {
  const values = options(args, {
    lists: { type: 'string', multiple: true },
    in: { type: 'string' },
    out: { type: 'string' },
    only: { type: 'string' },
    'min-score': { type: 'string', default: '0.5' },
    limit: { type: 'string', default: '20' },
  });
  if (!values.lists?.length || !values.in || !values.out)
    throw new UsageError('screen needs --lists, --in and --out.');
  const { only } = values;
  if (only !== undefined && only !== 'sanctions' && only !== 'pep')
    throw new UsageError('--only is sanctions or pep.');
  const minScore = number('--min-score', values['min-score'], 0.5, 1);
  const limit = number('--limit', values.limit, 1, 1000);
  await requireFiles(path(values.in), path(values.out));
  const index = await loadLists(values.lists.map(path), { log: say });
  say(`Lists ${index.dataset.lists.join(', ')}, version ${index.dataset.version}`);
  const start = performance.now();
  const perSecond = (rows: number) => Math.round((1000 * rows) / (performance.now() - start));
  const lists = only ? ([only] as const) : undefined;
  let shown = start;
  const onProgress = (rows: number) => {
    if (performance.now() - shown < 1000) return;
    shown = performance.now();
    say(`${rows} rows screened, ${perSecond(rows)} per second`);
  };
  const rows = await screenFile(index, path(values.in), path(values.out), {
    lists,
    minScore,
    limit,
    onProgress,
  });
  say(`${rows} rows screened, ${perSecond(rows)} per second: ${path(values.out)}`);
  return 0;
}

/** Before the lists are loaded, which takes a while. */
async function requireFiles(input: string, output: string): Promise<void> {
  await access(input, constants.R_OK).catch(() => {
    throw new UsageError(`The file ${input} of --in can't be read.`);
  });
  await access(dirname(output), constants.W_OK).catch(() => {
    throw new UsageError(`The directory of the file ${output} of --out can't be written to.`);
  });
}

async function updateCommand(args: string[]): Promise<number> {
  const values = options(args, {
    to: { type: 'string', default: join(process.env['DATA_DIR'] || '.data', 'lists') },
    from: { type: 'string', multiple: true },
  });
  const configured =
    process.env['AML_LISTS']?.split(',').filter((entry) => /^https?:/.test(entry.trim())) ?? [];
  const addresses =
    values.from ?? (configured.length > 0 ? configured.map((entry) => entry.trim()) : officialLists);
  let shown = 0;
  const onProgress = ({ url, bytes }: { url: string; bytes: number }) => {
    if (performance.now() - shown < 1000) return;
    shown = performance.now();
    say(`${url}: ${bytes} bytes`);
  };
  const { directories, changed, failures } = await updateLists(addresses, path(values.to!), {
    log: say,
    onProgress,
  });
  say(changed ? `Lists are new. In ${directories.join(', ')}` : 'No list is new.');
  return failures.length > 0 ? 1 : 0;
}

function options<T extends NonNullable<Parameters<typeof parseArgs>[0]>['options']>(
  args: string[],
  known: T,
) {
  try {
    return parseArgs({ args, options: known!, strict: true, allowPositionals: false }).values as ReturnType<
      typeof parseArgs<{ args: string[]; options: NonNullable<T>; strict: true }>
    >['values'];
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function number(name: string, text: string | undefined, least: number, most: number): number {
  const value = Number(text);
  if (!(value >= least && value <= most))
    throw new UsageError(`${name} is a number from ${least} to ${most}.`);
  return value;
}

/** npm runs scripts from the package's root; the caller's own directory is in INIT_CWD. */
function path(given: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), given);
}

function say(message: string): void {
  process.stderr.write(`${message}\n`);
}
