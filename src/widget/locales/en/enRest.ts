import { enDetails } from './enDetails.ts';
import { enLast } from './enLast.ts';
import { enName } from './enName.ts';

/** The English texts that no first screen needs. */
export const enRest = {
  ...enDetails,
  details: { ...enName.details, ...enDetails.details },
  ...enLast,
};
