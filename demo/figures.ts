/** A figure of the front page from a benchmark. `test/demo/figures.test.ts` compares it with the stored result. */
export interface Figure {
  /** The benchmark, and the path of the value in its results. */
  benchmark: string;
  path: string;
  /** The displayed text: the measured value, rounded. */
  shown: string;
  unit: string;
  label: string;
}

/** When and where each benchmark ran, and how to repeat it. */
export interface Run {
  command: string;
  date: string;
  machine: string;
}

export const runs: Record<string, Run> = {
  demo: { command: 'npm run -s bench -- demo', date: '2026-11-30', machine: '2 cores, 24 GB' },
};

/** The time from opening the application to an approved case that asks for no document. */
export const payoff: Figure = {
  benchmark: 'demo',
  path: 'secondsToApproved',
  shown: '9',
  unit: 'seconds',
  label: 'from the address to an approved case, with the test face and without a document',
};

export const figures: Figure[] = [
  payoff,
  {
    benchmark: 'demo',
    path: 'thirdParty',
    shown: '0',
    unit: 'requests',
    label: 'to anybody else, over all pages of this demo',
  },
  {
    benchmark: 'demo',
    path: 'lighthouse.accessibility',
    shown: '100',
    unit: 'of 100',
    label: 'accessibility by Lighthouse, the lowest of all pages',
  },
];
