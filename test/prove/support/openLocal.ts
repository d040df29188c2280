import type { Config } from '../../../src/service/settings/config.ts';
import { openService, type TestService } from '../../support/openService.ts';
import type { Lab } from './Lab.ts';

interface Options {
  config?: Partial<Config>;
  /** Whether it looks at faces and documents. */
  engine?: boolean;
}

/**
 * A service in this process with a frozen clock, without rate limits and, unless asked for, without face engine, on PostgreSQL if available. It
 * ends with the lab.
 */
export async function openLocal(lab: Lab, { config, engine }: Options = {}): Promise<TestService> {
  const service = await openService({
    databaseUrl: config?.databaseUrl ?? (lab.hasPostgres() ? await lab.database() : null),
    template: lab.template(),
    config: { logLevel: 'silent', ...config },
    engine,
  });
  lab.defer(() => service.close());
  return service;
}
