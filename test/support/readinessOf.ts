import { startReadiness } from '../../src/service/readiness/readiness.ts';
import type { TestService } from './openService.ts';

/** Longer than any machine takes to answer. */
const ANSWER_MS = 60_000;

/** The readiness of a service as shown to the holder of the metrics token. */
export const readinessOf = ({ deps }: TestService) =>
  startReadiness({ ...deps, isFull: async () => false, answerMs: ANSWER_MS })();
