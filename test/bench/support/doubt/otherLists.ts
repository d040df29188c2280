import { IndexBuilder } from '../../../../src/screening/index/IndexBuilder.ts';
import { entityAt, type ScreeningIndex } from '../../../../src/screening/index/screeningIndex.ts';
import type { Listed } from '../../../../src/screening/lists/listed.ts';
import { possibleMatchThreshold } from '../../../../src/screening/search/finding.ts';
import { search } from '../../../../src/screening/search/screen.ts';
import type { Subject } from '../../../../src/screening/search/subject.ts';
import { generatedPeople } from '../generatedPeople.ts';
import type { Question } from './outcome.ts';
import { dayOf, fullNameOf, withoutLetter } from './spelling.ts';

/** Of `n` questions for listed people: how many are found alone and beside strangers, and how many scores are the same. */
interface BesideOthers {
  n: number;
  alone: number;
  beside: number;
  /** Of those found alone, the share whose score beside the strangers is the same to the last digit. */
  sameScore: number;
}

/** Whether another list changes the scores: the same questions with the lists alone and beside invented people. */
export function otherLists(
  alone: ScreeningIndex,
  { most, strangers }: { most: number; strangers: number },
): Record<string, BesideOthers> {
  const all = Array.from(alone.columns.entityFlags, (_, row) => entityAt(alone, row));
  const beside = indexOf(all, generatedPeople(strangers, 7, partsOf(all)));
  const people = all.filter((one) => one.kind === 'person' && fullNameOf(one));
  const step = Math.max(1, Math.floor(people.length / most));
  const named = people.filter((_, i) => i % step === 0);
  return Object.fromEntries(
    Object.entries(questions).map(([name, question]) => [name, compared(alone, beside, named, question)]),
  );
}

const questions: Record<string, Question> = {
  'as listed': (one) => asked(fullNameOf(one)),
  'one letter missing': (one, at) => asked(withoutLetter(fullNameOf(one)!, at)),
  'two letters missing': (one, at) =>
    asked(withoutLetter(withoutLetter(fullNameOf(one)!, at) ?? '', 3 * at + 1)),
  'initial and family name': (one) => asked(initialAndFamily(fullNameOf(one)!)),
  'one letter missing, with the date': (one, at) =>
    dayOf(one) ? asked(withoutLetter(fullNameOf(one)!, at), dayOf(one)!) : null,
};

function asked(fullName: string | null, dateOfBirth?: string): Subject | null {
  return fullName ? { person: { fullName, dateOfBirth } } : null;
}

function initialAndFamily(name: string): string {
  return `${name[0]} ${name.split(/\s+/).at(-1)}`;
}

function compared(
  alone: ScreeningIndex,
  beside: ScreeningIndex,
  people: readonly Listed[],
  question: Question,
): BesideOthers {
  const counts = { n: 0, alone: 0, beside: 0, sameScore: 0 };
  people.forEach((one, at) => {
    const subject = question(one, at);
    if (!subject) return;
    const [before, after] = [alone, beside].map((index) => scoreOf(index, subject, one.id));
    counts.n += 1;
    if (before! >= possibleMatchThreshold) counts.alone += 1;
    if (after! >= possibleMatchThreshold) counts.beside += 1;
    if (before! >= possibleMatchThreshold && before === after) counts.sameScore += 1;
  });
  return { ...counts, sameScore: Math.round((1000 * counts.sameScore) / counts.alone) / 1000 };
}

function scoreOf(index: ScreeningIndex, subject: Subject, id: string): number {
  const { hits } = search(index, subject, { limit: 1000 });
  return hits.find(({ sources }) => sources.some((source) => source.id === id))?.score ?? 0;
}

function indexOf(...sources: Iterable<Listed>[]): ScreeningIndex {
  const builder = new IndexBuilder();
  for (const source of sources) for (const entity of source) builder.put(entity);
  return builder.finish({ version: 'bench', publishedAt: null });
}

/** The parts of the listed people's names, the most common first, from which strangers are named. */
function partsOf(all: readonly Listed[]): string[] {
  const counts = new Map<string, number>();
  for (const { kind, names } of all)
    for (const part of kind === 'person' ? (names[0]!.text.match(/[A-Za-z]{2,}/g) ?? []) : [])
      counts.set(part, (counts.get(part) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([part]) => part);
}
