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

/** The owner of the data key that seals a screening: its case, or the screening itself. */
export function screeningOwner(
  { id, data_key }: Pick<Row, 'id' | 'data_key'>,
  row: DataKeyOwner | null,
): DataKeyOwner {
  return row ?? { id, data_key };
}

/**
 * Seals and opens the content of one screening, under the data key of its owner. Content of an erased owner cannot be
 * opened any more.
 */
export function screeningCipher(vault: Vault, id: string, owner: DataKeyOwner) {
  const purpose = (part: Part) => purposes.screening(part, id);
  const open = (part: Part, sealed: Uint8Array) =>
    JSON.parse(vault.open(owner, purpose(part), sealed).toString()) as unknown;
  return {
    seal: (part: Part, value: unknown): Uint8Array => vault.seal(owner, purpose(part), JSON.stringify(value)),
    input: ({ sealed_input }: Row) => open('input', sealed_input) as ScreeningInput,
    hits: ({ sealed_hits }: Row): FoundHit[] =>
      sealed_hits && owner.data_key ? (open('hits', sealed_hits) as FoundHit[]) : [],
  };
}
