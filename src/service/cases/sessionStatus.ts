import type { SessionCase } from '../../contract/case.ts';

const STATUS: Record<string, SessionCase['status']> = {
  requires_input: 'requires_input',
  expired: 'expired',
  canceled: 'canceled',
};

/** What a page learns of the status of its case: from the last due item on `submitted`, whatever comes of it. */
export function sessionStatus(status: string): SessionCase['status'] {
  return STATUS[status] ?? 'submitted';
}
