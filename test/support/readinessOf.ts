import { startReadiness } from '../../src/service/readiness/readiness.ts';
import type { TestService } from './openService.ts';

/** What a service would say of itself to who brings the token of its metrics. */
export const readinessOf = ({ deps }: TestService) =>
  startReadiness({ ...deps, isFull: async () => false })();
