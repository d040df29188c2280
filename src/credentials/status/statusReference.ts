import { CredentialError } from '../CredentialError.ts';
import type { CborValue } from '../cbor/cborValue.ts';
import { Fields } from '../cbor/Fields.ts';
import { isObject, type Json } from '../jose/strictJson.ts';

/** The location of a credential's status: a bit in a list (draft-ietf-oauth-status-list), or a list of identifiers. */
export type StatusReference =
  | { kind: 'status_list'; uri: string; index: number }
  | { kind: 'identifier_list'; uri: string; id: Uint8Array };

const MAX_URI = 2048;
const fields = new Fields('claim_malformed');

/**
 * `status` of a mobile security object.
 * @throws {CredentialError} `claim_malformed`: an unreadable status does not count as missing
 */
export function readMdocStatus(value: CborValue): StatusReference | null {
  if (value === undefined) return null;
  const status = fields.map(value, 'status');
  const list = status.get('status_list');
  if (list !== undefined) {
    const map = fields.map(list, 'status_list');
    const index = fields.count(map.get('idx'), 'idx of status_list');
    return { kind: 'status_list', uri: uriOf(map.get('uri')), index };
  }
  const identifiers = fields.map(status.get('identifier_list'), 'identifier_list');
  const id = fields.bytes(identifiers.get('id'), 'id of identifier_list');
  return { kind: 'identifier_list', uri: uriOf(identifiers.get('uri')), id };
}

/** `status` of an SD-JWT VC. @throws {CredentialError} `claim_malformed` */
export function readJsonStatus(status: Json | undefined): StatusReference | null {
  if (status === undefined) return null;
  const list = isObject(status) ? status['status_list'] : undefined;
  if (!isObject(list)) throw new CredentialError('claim_malformed', 'status has no status_list.');
  const index = fields.count(list['idx'] as CborValue, 'idx of status_list');
  return { kind: 'status_list', uri: uriOf(list['uri']), index };
}

function uriOf(value: unknown): string {
  if (typeof value === 'string' && value.length <= MAX_URI && URL.canParse(value)) return value;
  throw new CredentialError('claim_malformed', 'The URL of a status list is not valid.');
}
