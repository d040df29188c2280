import { join } from 'node:path';
import type { ScreeningIndex } from '../../src/screening/index/screeningIndex.ts';
import { indexLists } from '../../src/screening/loading/indexLists.ts';
import { possibleMatchThreshold } from '../../src/screening/search/finding.ts';
import { doubtful } from './support/doubt/doubt.ts';
import { otherLists } from './support/doubt/otherLists.ts';
import { type Answer, screenedCase } from './support/matching/askedCase.ts';
import { bandPrecision } from './support/matching/bandPrecision.ts';
import { commonNames } from './support/matching/commonNames.ts';
import {
  hasScreeningData,
  type LabelledCase,
  labelledCases,
  screeningData,
} from './support/matching/labelledCases.ts';
import { scriptOf } from './support/matching/scriptOf.ts';
import { shortForms } from './support/matching/shortForms.ts';

/**
 * Who is found, and who alerts for nothing: per kind of spelling and per script of strangers at the default threshold, the
 * recall at a fixed share of false alerts, and how often a hit of each strength is the one that was meant. Each with
 * the name alone and with the date of birth. Besides, how many common names of each culture alert by name alone, and how many
 * short forms of listed names are found by how far the date of birth is off; what becomes of doubtful queries (`doubtful`); and
 * whether half a million strangers beside the lists change a score (`otherLists`).
 */
export default async function bench(): Promise<object> {
  if (!hasScreeningData) return { unmeasured: `There are no labelled cases in ${screeningData}` };
  const classes = labelledCases('classes');
  const lists = await indexLists(['ofac', 'un', 'uk'].map((list) => join(screeningData, 'lists', list)));
  const found = foundPerClass(lists, classes);
  const queries = labelledCases('queries');
  const reduced = await indexLists([join(screeningData, 'lists-bench')]);
  const [name, date] = [
    answersOf(reduced, queries, { dated: false }),
    answersOf(reduced, queries, { dated: true }),
  ];
  return {
    ...found,
    commonNames: commonNames(lists),
    shortForms: shortForms(lists),
    doubtful: doubtful(lists, { half: 'other', most: 400 }),
    otherLists: otherLists(lists, { most: 400, strangers: 500_000 }),
    falseAlerts: falseAlerts(queries.get('negative')!, name.get('negative')!, date.get('negative')!),
    recall: { name: recallOf(name), date: recallOf(date) },
    precision: { name: bandPrecision(queries, name), date: bandPrecision(queries, date) },
  };
}

function foundPerClass(index: ScreeningIndex, classes: Map<string, LabelledCase[]>) {
  const people = { n: 0, name: 0, date: 0 };
  const organisations = { n: 0, name: 0, date: 0 };
  const perClass: Record<string, { n: number; name: number; date: number }> = {};
  for (const [name, cases] of classes) {
    const found = { n: cases.length, name: 0, date: 0 };
    for (const one of cases) {
      if (screenedCase(index, one, { dated: false }).mine >= possibleMatchThreshold) found.name += 1;
      if (screenedCase(index, one, { dated: true }).mine >= possibleMatchThreshold) found.date += 1;
    }
    const all = cases[0]?.organisation ? organisations : people;
    for (const key of ['n', 'name', 'date'] as const) all[key] += found[key];
    perClass[name] = shares(found);
  }
  return { people: shares(people), organisations: shares(organisations), classes: perClass };
}

function shares({ n, name, date }: { n: number; name: number; date: number }) {
  return { n, name: rounded(name / n), date: rounded(date / n) };
}

function answersOf(
  index: ScreeningIndex,
  queries: Map<string, LabelledCase[]>,
  options: { dated: boolean },
): Map<string, Answer[]> {
  return new Map(
    [...queries].map(([set, cases]) => [set, cases.map((one) => screenedCase(index, one, options))]),
  );
}

/** Per script of the strangers' names, the share that alerts. */
function falseAlerts(cases: LabelledCase[], name: Answer[], date: Answer[]) {
  const scripts: Record<string, { n: number; name: number; date: number }> = {};
  cases.forEach(({ person }, i) => {
    for (const script of [scriptOf(person!.fullName!), 'all']) {
      scripts[script] ??= { n: 0, name: 0, date: 0 };
      scripts[script].n += 1;
      if (name[i]!.best >= possibleMatchThreshold) scripts[script].name += 1;
      if (date[i]!.best >= possibleMatchThreshold) scripts[script].date += 1;
    }
  });
  return Object.fromEntries(Object.entries(scripts).map(([script, counts]) => [script, shares(counts)]));
}

/** The share found at the score above which 0.1 % and 1 % of the strangers alert, and found as the best hit. */
function recallOf(answers: Map<string, Answer[]>) {
  const strangers = answers
    .get('negative')!
    .map(({ best }) => best)
    .sort((a, b) => b - a);
  const thresholds = [0.001, 0.01].map((rate) => strangers[Math.floor(rate * strangers.length)]!);
  const sets = [...answers].filter(([set]) => set !== 'negative');
  return Object.fromEntries([
    ['scores', thresholds],
    ...sets.map(([set, all]) => [
      set,
      {
        'at0.1%': share(all, ({ mine }) => mine > thresholds[0]!),
        'at1%': share(all, ({ mine }) => mine > thresholds[1]!),
        top: share(all, ({ mine, best }) => mine > 0 && mine >= best),
      },
    ]),
  ]);
}

function share<T>(of: T[], is: (one: T) => boolean): number {
  return rounded(of.filter(is).length / of.length);
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
