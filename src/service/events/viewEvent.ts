import { apiVersion, type Event } from '../../contract/events.ts';
import type { Vault } from '../crypto/vault.ts';
import type { EventRow } from '../db/store/events.ts';
import { eventWords } from './eventWords.ts';
import { fitEventData } from './fitEventData.ts';

/** An event as it is read and sent. */
export function viewEvent(vault: Vault, row: EventRow): Event {
  const { reasons = row.data.reasons, clientReferenceId = null } = eventWords.open(vault, row);
  const { caseId, status, previousStatus, version, reasons: _, ...more } = row.data;
  const known = { caseId, status, previousStatus, version, clientReferenceId };
  return {
    id: row.id,
    type: row.type,
    timestamp: row.created_at.toISOString(),
    mode: row.mode,
    apiVersion,
    data: fitEventData({ ...known, reasons: [...reasons], ...more }),
  };
}
