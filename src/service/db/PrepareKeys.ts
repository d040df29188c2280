import type {
  KyselyPlugin,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely';
import type { Vault } from '../crypto/vault.ts';

/**
 * Reads the slots of the data keys in the rows of each answer, where they are in a bucket: whoever gets a row can then seal
 * and open without waiting. It looks for columns named `data_key`.
 */
export class PrepareKeys implements KyselyPlugin {
  readonly #vault: Pick<Vault, 'prepare'>;

  constructor(vault: Pick<Vault, 'prepare'>) {
    this.#vault = vault;
  }

  transformQuery({ node }: { node: RootOperationNode }): RootOperationNode {
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const dataKeys = result.rows.flatMap(({ data_key }) =>
      data_key instanceof Uint8Array ? [data_key] : [],
    );
    if (dataKeys.length > 0) await this.#vault.prepare(dataKeys);
    return result;
  }
}
