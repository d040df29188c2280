import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import type { Config } from '../../src/service/settings/config.ts';
import { newDatabase } from './newDatabase.ts';
import { openService, type TestService } from './openService.ts';
import { shareExaminer } from './sharedExaminer.ts';

shareExaminer();

export type { CallOptions, Reply, TestService } from './openService.ts';

export type DatabaseKind = 'pglite' | 'postgres';

/**
 * The databases that tests of the service run on: both, or the embedded one where there is no PostgreSQL or the run asks
 * for it alone.
 */
export const databases: DatabaseKind[] = inject('shards')
  ? ['postgres']
  : inject('postgresUrl') && !inject('embeddedAlone')
    ? ['pglite', 'postgres']
    : ['pglite'];

interface Options {
  database?: DatabaseKind;
  config?: Partial<Config>;
  /** The time it starts at; by default now. */
  now?: Date;
  /** Whether it looks at faces; pictures without any do otherwise. */
  engine?: boolean;
  /** The folder with the fonts of reports; by default that of the build. */
  fonts?: string;
  /** Whether lists are read in threads, as in a process of the service. */
  listThreads?: boolean;
}

/** A listening service with its own database on a free port; it closes after the test that started it. */
export async function startTestService(options: Options = {}): Promise<TestService> {
  const service = await start(options);
  onTestFinished(() => service.close());
  return service;
}

/** One service on each database for all tests of a file. */
export function sharedServices(options: Options = {}): (database: DatabaseKind) => TestService {
  const services = new Map<DatabaseKind, TestService>();
  beforeAll(async () => {
    const starting = databases.map(async (database) => {
      services.set(database, await start({ ...options, database }));
    });
    await Promise.all(starting);
  });
  afterAll(async () => {
    for (const service of services.values()) await service.close();
  });
  // Where tables are split there is no embedded database: tests of that one go to the split one too.
  return (database) => services.get(database) ?? services.get(databases[0]!)!;
}

async function start({ database = 'pglite', ...options }: Options = {}): Promise<TestService> {
  return await openService({
    databaseUrl: database === 'postgres' ? await newDatabase() : null,
    template: inject('embeddedTemplate'),
    pictures: inject('pictures'),
    // A test with a directory of its own means that one.
    keys: options.config?.keysDir ? null : inject('keys'),
    ...options,
  });
}
