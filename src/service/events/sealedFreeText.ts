import { DecisionReason } from '../../contract/caseStatus.ts';
import { customerFields } from '../crypto/customerFields.ts';
import { purposes } from '../crypto/purposes.ts';
import type { DataKeyOwner, Vault } from '../crypto/vault.ts';
import { watchReference } from '../crypto/watchReference.ts';
import type { StoredEventData } from '../db/schema.ts';
import type { EventRow } from '../db/store/events.ts';

/** The free text of an event, which the customer and its reviewers wrote. */
interface FreeText {
  reasons?: readonly string[];
  clientReferenceId?: string;
}

/** Separates the free text of an event from its codes and seals it: with the data key of the case, if there is one. */
export const sealedFreeText = {
  /** Removes the free text from the data; `owner` is `null` for an event without a case. */
  seal: (
    vault: Vault,
    { id, owner }: { id: string; owner: DataKeyOwner | null },
    { clientReferenceId, ...data }: StoredEventData,
  ): { data: StoredEventData; words: Uint8Array | null } => {
    const reasons = owner ? reasonCodes(data.reasons) : data.reasons;
    const freeText: FreeText = {
      ...(reasons.length < data.reasons.length && { reasons: data.reasons }),
      ...(typeof clientReferenceId === 'string' && { clientReferenceId }),
    };
    const text = Object.keys(freeText).length > 0 ? JSON.stringify(freeText) : null;
    const sealed =
      text === null
        ? null
        : owner
          ? vault.seal(owner, purposes.event(id), text)
          : vault.sealShared(purposes.event(id), text);
    return { data: { ...data, reasons }, words: sealed };
  },

  /** Restores the free text and the customer's reference of the case or watch; an erased one has neither. */
  open: (vault: Vault, row: EventRow): FreeText => {
    const { id, case_id, words, customer, data_key } = row;
    const purpose = purposes.event(id);
    if (!case_id) {
      const reference = row.watch ? watchReference.open(vault, row.watch) : null;
      return {
        ...(reference !== null && { clientReferenceId: reference }),
        ...(words && parsed(vault.openShared(purpose, words))),
      };
    }
    if (!data_key) return {};
    const owner = { id: case_id, data_key, customer };
    const { clientReferenceId } = customerFields.open(vault, owner);
    return {
      ...(clientReferenceId !== null && { clientReferenceId }),
      ...(words && parsed(vault.open(owner, purpose, words))),
    };
  },
};

function parsed(text: Buffer): FreeText {
  return JSON.parse(text.toString()) as FreeText;
}

const CODES: ReadonlySet<string> = new Set(DecisionReason.options);

/** The reasons that are codes of the contract. The other reasons are free text of a reviewer. */
export function reasonCodes(reasons: readonly string[]): string[] {
  return reasons.filter((reason) => CODES.has(reason));
}
