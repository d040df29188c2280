import { hash } from 'node:crypto';

/** SHA-256 in hex. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}
