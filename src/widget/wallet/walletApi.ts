/** The answer of a wallet: `protocol` and `data` go to the service as they are. */
export interface WalletAnswer {
  protocol: string;
  data: unknown;
}

interface DigitalCredential extends WalletAnswer {
  toJSON?(): { protocol: string; data: unknown };
}

type Requests = readonly { protocol: string; data: Record<string, unknown> }[];

/** Of browsers that have permissions policies. */
interface PolicyDocument {
  featurePolicy?: { features(): string[]; allowsFeature(feature: string): boolean };
}

/**
 * Whether this page may ask a wallet: the browser has the Digital Credentials API, and the page, or the frame that it is in, is
 * allowed to use it. Whether there is a wallet nobody tells before it is asked.
 */
export function canAskWallet(): boolean {
  if (!isSecureContext || !('DigitalCredential' in globalThis) || !navigator.credentials) return false;
  const { featurePolicy } = document as PolicyDocument;
  const feature = 'digital-credentials-get';
  // A browser that does not know the feature by this name says no to it.
  return !featurePolicy?.features().includes(feature) || featurePolicy.allowsFeature(feature);
}

/**
 * Asks the wallet. Call it while the press of a button is being handled, before anything is awaited: browsers take the press as
 * the person's consent to be asked.
 * @throws {DOMException} `NotAllowedError` where the person says no, `AbortError` by the signal
 */
export async function askWallet(requests: Requests, signal: AbortSignal): Promise<WalletAnswer> {
  const options = { digital: { requests }, mediation: 'required', signal };
  const credential = await navigator.credentials.get(options as CredentialRequestOptions);
  const { protocol, data } = credential as unknown as DigitalCredential;
  return { protocol, data };
}

/** https://w3c-fedid.github.io/digital-credentials: data may be text in browsers of an earlier draft. */
export function plainData(data: unknown): unknown {
  if (typeof data !== 'string') return data;
  try {
    return JSON.parse(data);
  } catch {
    return { response: data };
  }
}
