import type { EventData } from '../../contract/events.ts';
import { limits } from '../../contract/limits.ts';

/** More than the rest of an event takes: its id, kind, time, mode and version. */
const ENVELOPE_BYTES = 256;

/**
 * Shortens what an event says so that it stays under 4 KB as a webhook: the last reasons go first, since those of a
 * reviewer may be long. The case itself keeps them all.
 */
export function fitEventData(data: EventData): EventData {
  if (data.reasons.length === 0) return data;
  const reasons = [...data.reasons];
  const fits = () =>
    Buffer.byteLength(JSON.stringify({ ...data, reasons })) < limits.webhookBodyBytes - ENVELOPE_BYTES;
  while (!fits() && reasons.length > 0) reasons.pop();
  return { ...data, reasons };
}
