import type { Selectable } from 'kysely';
import type { Screen } from '../../contract/amlScreening.ts';
import type { Subject } from '../../screening/screening.ts';
import { purposes } from '../crypto/purposes.ts';
import type { DataKeyOwner, Vault } from '../crypto/vault.ts';
import type { AmlScreeningsTable } from '../db/screeningTables.ts';
import type { FoundHit } from './foundHit.ts';

/** The subject and the criteria of a screening. */
export type ScreeningInput = Subject & Pick<Screen, 'lists' | 'minScore' | 'clientReferenceId'>;

type Row = Selectable<AmlScreeningsTable>;
type Part = 'input' | 'hits';

/**
 * The owner of the data key that seals a screening: its case, or the screening itself; `null` for an older one without
 * a case.
 */
export function screeningOwner(
  { id, data_key }: Pick<Row, 'id' | 'data_key'>,
  row: DataKeyOwner | null,
): DataKeyOwner | null {
  return row ?? (data_key && { id, data_key });
}

/**
 * Seals and opens the content of one screening, under the data key of its owner; older rows use the shared key. Content
 * of an erased case cannot be opened any more.
 */
export function screeningCipher(vault: Vault, id: string, owner: DataKeyOwner | null) {
  const purpose = (part: Part) => purposes.screening(part, id);
  const open = (part: Part, sealed: Uint8Array) =>
    JSON.parse(
      (owner ? vault.open(owner, purpose(part), sealed) : vault.openShared(purpose(part), sealed)).toString(),
    ) as unknown;
  return {
    seal: (part: Part, value: unknown): Uint8Array => {
      const text = JSON.stringify(value);
      return owner ? vault.seal(owner, purpose(part), text) : vault.sealShared(purpose(part), text);
    },
    input: ({ sealed_input }: Row) => open('input', sealed_input) as ScreeningInput,
    hits: ({ case_id, sealed_hits }: Row): FoundHit[] =>
      sealed_hits && !(case_id && !owner?.data_key) ? (open('hits', sealed_hits) as FoundHit[]) : [],
  };
}
