import { enDetails } from './enDetails.ts';
import { enLast } from './enLast.ts';

/** The English texts that no first screen needs. */
export const enRest = { ...enDetails, ...enLast };
