import { apiVersion, type Event, type EventData } from '../../contract/events.ts';
import { sizeLimits } from '../../contract/limits.ts';
import type { Vault } from '../crypto/vault.ts';
import type { EventRow } from '../db/store/events.ts';
import { sealedFreeText } from './sealedFreeText.ts';

/** An event as read and sent. Its type and data are unchanged, also if a newer version of the service wrote them. */
export function viewEvent(vault: Vault, row: EventRow): Event {
  const { reasons = row.data.reasons, clientReferenceId = null } = sealedFreeText.open(vault, row);
  const { caseId, status, previousStatus, version, reasons: _, ...fields } = row.data;
  const common = { caseId, status, previousStatus, version, clientReferenceId };
  const event = {
    id: row.id,
    type: row.type,
    timestamp: row.created_at.toISOString(),
    mode: row.mode,
    apiVersion,
    data: fitEventData({ ...common, reasons: [...reasons], ...fields }),
  };
  return event as Event;
}

/** An upper bound for the event's other members: id, type, time, mode and version. */
const ENVELOPE_BYTES = 256;

/**
 * Shortens event data to fit a webhook under 4 KB: drops reasons from the end, since a reviewer's may be long. The case
 * itself stores them all.
 */
export function fitEventData(data: EventData): EventData {
  if (data.reasons.length === 0) return data;
  const reasons = [...data.reasons];
  const fits = () =>
    Buffer.byteLength(JSON.stringify({ ...data, reasons })) < sizeLimits.webhookBodyBytes - ENVELOPE_BYTES;
  while (!fits() && reasons.length > 0) reasons.pop();
  return { ...data, reasons };
}
