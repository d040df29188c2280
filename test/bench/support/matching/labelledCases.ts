import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Person } from '../../../../src/screening/search/subject.ts';

/** Real lists and labelled cases, which are not part of the project. */
export const screeningData = fileURLToPath(new URL('../../../../../shared/aml', import.meta.url));

/** Whether they are at hand. */
export const hasScreeningData = existsSync(join(screeningData, 'lists-bench'));

/** A question to a list and the entities that answer it; none for a stranger. */
export interface LabelledCase {
  id: string;
  person?: Person;
  organisation?: { name: string; countries?: string[] };
  expect: string[];
}

/** The cases of a folder of `cases`, by the name of their file. */
export function labelledCases(folder: string): Map<string, LabelledCase[]> {
  const directory = join(screeningData, 'cases', folder);
  const files = readdirSync(directory).filter((file) => file.endsWith('.jsonl'));
  return new Map(files.sort().map((file) => [file.slice(0, -6), casesOf(join(directory, file))]));
}

function casesOf(file: string): LabelledCase[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LabelledCase)
    .map((one) => (one.person ? { ...one, person: wellFormed(one.person) } : one));
}

/** Some cases say `1969-8-2`. */
function wellFormed(person: Person): Person {
  const dateOfBirth = person.dateOfBirth?.replace(/-(\d)(?!\d)/g, '-0$1');
  return dateOfBirth === undefined ? person : { ...person, dateOfBirth };
}
