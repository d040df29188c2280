import { hkdfSync } from 'node:crypto';

/** Names a master key, and says nothing of it: 16 hex digits derived by HKDF-SHA-256 (RFC 5869). */
export function masterKeyId(masterKey: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', masterKey, '', 'idv-verify master key id', 8)).toString('hex');
}
