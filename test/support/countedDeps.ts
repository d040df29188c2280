import type { RootOperationNode } from 'kysely';
import type { Deps } from '../../src/service/deps.ts';

/** The parts of a service with its database, whose statements are counted. */
export function countedDeps(deps: Deps): { deps: Deps; sent(): number } {
  let sent = 0;
  const db = deps.db.withPlugin({
    transformQuery: ({ node }: { node: RootOperationNode }) => {
      sent += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { deps: { ...deps, db }, sent: () => sent };
}
