import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Database } from '../../../src/service/db/schema.ts';
import type { MemoryTables } from './MemoryTables.ts';

/** A database whose statements run on tables in memory, one transaction at a time. */
export function memoryDatabase(tables: MemoryTables): Kysely<Database> {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: Parameters<MemoryTables['run']>[0]) => {
      const { rows, numAffectedRows } = tables.run(query);
      return { rows: rows as Row[], ...(numAffectedRows !== undefined && { numAffectedRows }) };
    },
    streamQuery: () => {
      throw new Error('Unknown here: a stream');
    },
  };
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: async () => tables.begin(),
    commitTransaction: async () => {},
    rollbackTransaction: async () => tables.rollback(),
    releaseConnection: async () => {},
    destroy: async () => {},
  };
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}
