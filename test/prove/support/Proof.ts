import type { Lab } from './Lab.ts';

/** The result of a proof; `ok` tells whether every promise holds. */
export interface Findings {
  ok: boolean;
  [figure: string]: unknown;
}

/** The default export of each proof. */
export type Proof = (lab: Lab) => Promise<Findings>;
