import type { Mode } from '../../contract/mode.ts';
import { type IssuedCertificate, type IssuedMdoc, readCertificate } from '../../credentials/credentials.ts';
import type { FoundCredential } from '../db/credentialTable.ts';
import type { CredentialContext } from './credentialContext.ts';
import type { FoundStatus } from './StatusLists.ts';

type StatusCheck = FoundCredential['revocation'];
type Places = Pick<FoundCredential, 'statusReference' | 'issued'>;
type StatusContext = Pick<CredentialContext, 'walletTrust' | 'statusLists' | 'config'>;

/** In order of severity, the worst first: the worst result of all lists counts. */
const RESULTS: readonly FoundStatus['result'][] = ['revoked', 'suspended', 'unknown', 'valid'];

/** Where the issuer publishes the revocation status of a credential and of the certificates that signed it. */
export function placesOf({ status, issued }: Pick<IssuedMdoc, 'status' | 'issued'>): Places {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return {
    ...(status && {
      statusReference:
        status.kind === 'status_list'
          ? { kind: status.kind, uri: status.uri, index: status.index, id: null }
          : { kind: status.kind, uri: status.uri, index: null, id: base64(status.id) },
    }),
    issued: issued.map(({ certificate, issuer }) => ({
      certificate: base64(certificate.raw),
      issuer: base64(issuer.raw),
    })),
  };
}

/** The worst published status, and the error code if it revokes the credential. */
export async function statusAt(
  { walletTrust, statusLists, config }: StatusContext,
  mode: Mode,
  { statusReference, issued = [] }: Places,
): Promise<{ revocation: StatusCheck; code: string | null }> {
  const allowLoopback = mode === 'test' && config.webhooks.allowLoopback;
  const [list, ...certificates] = await Promise.all([
    statusReference &&
      statusLists.statusOf(readReference(statusReference), {
        mode,
        anchors: walletTrust.anchors(mode),
        allowLoopback,
      }),
    ...issued.map((one) => statusLists.revocationOf(readIssued(one), { allowLoopback })),
  ]);
  const statuses = [...certificates, list].filter((one) => one != null);
  const worst = RESULTS.flatMap((result) => statuses.filter((one) => one.result === result))[0];
  if (!worst) return { revocation: { result: 'none', at: null }, code: null };
  const { result, at } = worst;
  const isRevoked = result === 'revoked' || result === 'suspended';
  const code = worst === list ? `status_${result}` : 'certificate_revoked';
  const revocation = { result, at: at === null ? null : new Date(at).toISOString() };
  return { revocation, code: isRevoked ? code : null };
}

function readReference({ kind, uri, index, id }: NonNullable<Places['statusReference']>) {
  return kind === 'status_list'
    ? ({ kind, uri, index: index! } as const)
    : ({ kind, uri, id: new Uint8Array(Buffer.from(id!, 'base64')) } as const);
}

function readIssued({ certificate, issuer }: NonNullable<Places['issued']>[number]): IssuedCertificate {
  const read = (base64: string) => readCertificate(new Uint8Array(Buffer.from(base64, 'base64')));
  return { certificate: read(certificate), issuer: read(issuer) };
}
