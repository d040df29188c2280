import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  downloadedLists,
  isListAddress,
  loadLists,
  possibleMatchThreshold,
} from '../../screening/screening.ts';
import { measureModel } from '../../screening/validation/measureModel.ts';
import { measureBook, measureDeck } from '../../screening/validation/measureRows.ts';
import { fontsFolder } from '../builtFiles.ts';
import { writeValidation } from '../screenings/validation/writeValidation.ts';

export interface ValidateOptions {
  /** Directories of lists. */
  lists: readonly string[];
  out: string;
  sample: number;
  seed: number;
  /** Files of the institution: its own book, and a labelled deck. */
  book: string | null;
  deck: string | null;
  at: Date;
  say: (text: string) => void;
}

/** Validates the matcher on lists, and writes the pack. */
export async function validate({
  lists,
  out,
  sample,
  seed,
  book,
  deck,
  at,
  say,
}: ValidateOptions): Promise<void> {
  const index = await loadLists([...lists], { log: say });
  say(`Dataset ${index.dataset.version}`);
  const measured = measureModel(index, { sample, seed, onProgress: say });
  const own = [
    ...(book === null ? [] : await measureBook(index, book)),
    ...(deck === null ? [] : await measureDeck(index, deck)),
  ];
  const validation = { ...measured, lines: [...measured.lines, ...own] };
  const versions = { Version: await ownVersion(), Node: process.versions.node };
  const { dataset } = index;
  const pack = { validation, dataset, threshold: possibleMatchThreshold, versions, at };
  for (const file of Object.values(await writeValidation(pack, out, fontsFolder))) say(file);
}

/** The list directories of an installation: those of the setting `AML_LISTS`, and the downloaded lists. */
export async function configuredLists(amlLists: string, dataDir: string): Promise<string[]> {
  const sources = amlLists.split(',').flatMap((source) => source.trim() || []);
  const addresses = sources.filter(isListAddress);
  const { directories } = await downloadedLists(addresses, join(dataDir, 'lists'));
  return [...sources.filter((source) => !isListAddress(source)), ...directories];
}

/** Version of the nearest package.json: that of the repository or of the release. */
async function ownVersion(): Promise<string> {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (!existsSync(file)) continue;
    const { name, version } = JSON.parse(await readFile(file, 'utf8')) as { name?: string; version?: string };
    if (version) return `${name} ${version}`;
  }
  return 'not known';
}
