import type { Lab } from './Lab.ts';

/** What a proof found; `ok` says whether all that was promised holds. */
export interface Findings {
  ok: boolean;
  [figure: string]: unknown;
}

/** The default export of each proof. */
export type Proof = (lab: Lab) => Promise<Findings>;
