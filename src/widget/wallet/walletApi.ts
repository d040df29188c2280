import { isComputer } from '../step/isComputer.ts';

/** The answer of a wallet: `protocol` and `data` are passed to the service unchanged. */
export interface WalletAnswer {
  protocol: string;
  data: unknown;
}

interface DigitalCredential extends WalletAnswer {
  toJSON?(): { protocol: string; data: unknown };
}

type Requests = readonly { protocol: string; data: Record<string, unknown> }[];

/** In browsers with permissions policies. */
interface PolicyDocument {
  featurePolicy?: { features(): string[]; allowsFeature(feature: string): boolean };
}

/**
 * Whether this page may ask a wallet: the browser has the Digital Credentials API, and the page, or its frame, is
 * allowed to use it. The API does not reveal beforehand whether the person has a wallet.
 */
export function canAskWallet(): boolean {
  if (!isSecureContext || !('DigitalCredential' in globalThis) || !navigator.credentials) return false;
  const { featurePolicy } = document as PolicyDocument;
  const feature = 'digital-credentials-get';
  // A browser that does not know the feature by this name returns false.
  return !featurePolicy?.features().includes(feature) || featurePolicy.allowsFeature(feature);
}

/**
 * Asks the wallet. Call it in the handler of a button press, before any `await`: browsers require a user activation.
 * @throws {DOMException} `NotAllowedError` if the person declines, `AbortError` if `signal` aborts
 */
export async function askWallet(requests: Requests, signal: AbortSignal): Promise<WalletAnswer> {
  const options = { digital: { requests }, mediation: 'required', signal };
  const credential = await navigator.credentials.get(options as CredentialRequestOptions);
  const { protocol, data } = credential as unknown as DigitalCredential;
  return { protocol, data };
}

/**
 * Parses the data of an answer: browsers with an earlier draft return text
 * (https://w3c-fedid.github.io/digital-credentials).
 */
export function plainData(data: unknown): unknown {
  if (typeof data !== 'string') return data;
  try {
    return JSON.parse(data);
  } catch {
    // A text that is no JSON is the response itself.
    return { response: data };
  }
}

/**
 * Whether a link can lead to a wallet and back: a web address on any device, or an app's scheme on a phone or tablet;
 * never within a frame.
 */
export function canFollow(link: string | null): boolean {
  if (!link || window !== window.top) return false;
  return link.startsWith('http') || !isComputer();
}

/** The request and the code that a wallet has returned to this page; `no` if it shared nothing. Can be read once. */
export function takeReturn(): { id: string; code: string } | 'no' | null {
  const [fragment, id, code] = /^#idv_wallet=(?:no|(cred_\w+)\.([\w-]+))$/.exec(location.hash) ?? [];
  if (!fragment) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return id && code ? { id, code } : 'no';
}
