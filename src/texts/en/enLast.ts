import { enEnd } from './enEnd.ts';
import { enSelfie } from './enSelfie.ts';

/** The English texts after the personal details. */
export const enLast = { ...enSelfie, ...enEnd };
