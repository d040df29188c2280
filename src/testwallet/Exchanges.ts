import { randomBytes } from 'node:crypto';
import { fromBase64url } from '../credentials/bytes/bytes.ts';
import type { CborMap, Tagged } from '../credentials/cbor/cborValue.ts';
import { decodeCbor } from '../credentials/cbor/decodeCbor.ts';
import type { JsonObject } from '../credentials/jose/strictJson.ts';
import { isPossible } from './answerWith.ts';
import { checkRequestObject } from './checkRequestObject.ts';
import { faults } from './faults/faults.ts';
import { requestedBy, type WalletFormat } from './holder.ts';
import { type Fault, PID_DOCTYPE } from './scenario.ts';
import { openIdRequestOf, REDIRECT, type WalletRequest } from './wallet.ts';

/** A credential that can answer a request. */
export interface Offer {
  id: string;
  request: WalletRequest;
  format: WalletFormat;
  /** The id of the query; `undefined` in annex C, which has a single query. */
  query: string | undefined;
  /** docType or vct. */
  type: string;
  /** Names of the requested claims. */
  names: readonly string[];
}

/** A request that awaits the person's choice in the wallet. */
export interface Exchange {
  id: string;
  /** The origin of the requesting page; for a redirect that of the service. */
  origin: string;
  /** The name of the relying party from its certificate; `null` if the request is not signed. */
  name: string | null;
  /** Problems for which a real wallet would refuse the request. */
  problems: readonly string[];
  offers: readonly Offer[];
  /** The URL for the answer; `null`: the answer goes to the page. */
  responseUri: string | null;
}

/** A link to the wallet that was opened. */
interface FollowedLink {
  /** The URL of the request object. */
  uri: string;
  clientId: string;
  /** The nonce that the request object must repeat; `null` if none was sent. */
  walletNonce: string | null;
}

interface OpenExchange extends Exchange {
  until: number;
  network: string;
}

const LIFETIME_MS = 600_000;
const MAX_EXCHANGES = 1000;
/** Open requests of one network of visitors. */
const MAX_OF_NETWORK = 100;

/**
 * The pending requests, for ten minutes each. A visitor with too many loses the oldest of their own. If all together are
 * too many, the network with the most loses its oldest, so that nobody pushes out the others.
 */
export class Exchanges {
  readonly #open = new Map<string, OpenExchange>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Opens requests of the Digital Credentials API.
   * @param origin of the page, as stated by the browser
   * @param network of the visitor
   */
  ofPage(origin: string, requests: readonly WalletRequest[], network: string): Exchange {
    const signed = requests.find(({ protocol }) => protocol === 'openid4vp-v1-signed');
    const checked = signed ? checkRequestObject(signed.data['request'] as string) : null;
    const problems = [...(checked?.problems ?? [])];
    const expected = checked?.payload['expected_origins'];
    if (checked && !(Array.isArray(expected) && expected.includes(origin)))
      problems.push('expected_origins does not name the page that asks.');
    return this.#add({ origin, name: checked?.name ?? null, problems, requests, responseUri: null, network });
  }

  /** Opens the request object of a redirect. */
  ofRedirect({ uri, clientId, walletNonce }: FollowedLink, request: string, network: string): Exchange {
    const { payload, name, problems } = checkRequestObject(request);
    if (payload['wallet_nonce'] !== (walletNonce ?? undefined))
      problems.push('wallet_nonce is not the one that was sent.');
    const responseUri = payload['response_uri'];
    const origin = new URL(uri).origin;
    if (payload['client_id'] !== clientId) problems.push('client_id is another one than in the link.');
    if (payload['response_mode'] !== REDIRECT) problems.push(`response_mode is not ${REDIRECT}.`);
    if (typeof responseUri !== 'string' || new URL(responseUri).origin !== origin)
      throw new Error('The request has no response_uri at the service that it came from.');
    const requests = [{ protocol: REDIRECT, data: { request } }];
    return this.#add({ origin, name, problems, requests, responseUri, network });
  }

  find(id: string): Exchange | undefined {
    const exchange = this.#open.get(id);
    return exchange && exchange.until > this.#now() ? exchange : undefined;
  }

  /** Removes an answered request. */
  end({ id }: Exchange): void {
    this.#open.delete(id);
  }

  #add({
    requests,
    ...parts
  }: Omit<OpenExchange, 'id' | 'offers' | 'until'> & { requests: readonly WalletRequest[] }): Exchange {
    const now = this.#now();
    for (const [id, { until }] of this.#open) if (until <= now) this.#open.delete(id);
    const offers = requests.flatMap(offersOf);
    if (offers.length === 0) throw new Error('The request asks for no credential that this wallet knows.');
    const exchange = {
      id: randomBytes(16).toString('base64url'),
      offers,
      ...parts,
      until: now + LIFETIME_MS,
    };
    this.#open.set(exchange.id, exchange);
    this.#dropExcess(parts.network);
    return exchange;
  }

  #dropExcess(network: string): void {
    const counts = new Map<string, number>();
    for (const one of this.#open.values()) counts.set(one.network, (counts.get(one.network) ?? 0) + 1);
    const [largest] = [...counts].sort(([, one], [, other]) => other - one)[0]!;
    const excessive =
      counts.get(network)! > MAX_OF_NETWORK ? network : this.#open.size > MAX_EXCHANGES ? largest : null;
    // In the order of their beginning.
    const oldest = [...this.#open.values()].find((one) => one.network === excessive);
    if (oldest) this.#open.delete(oldest.id);
  }
}

function offersOf(request: WalletRequest): Offer[] {
  if (request.protocol === 'org-iso-mdoc') {
    const type = docTypeOf(request.data['deviceRequest'] as string);
    const { names } = requestedBy(request, 'mso_mdoc');
    return [{ id: 'annex_c', request, format: 'mso_mdoc', query: undefined, type, names: [...names] }];
  }
  const { credentials } = openIdRequestOf(request)['dcql_query'] as { credentials: JsonObject[] };
  return credentials.map((one) => {
    const [query, format] = [one['id'] as string, one['format'] as WalletFormat];
    const { docType, names } = requestedBy(request, format, query);
    return { id: query, request, format, query, type: docType, names: [...names] };
  });
}

function docTypeOf(deviceRequest: string): string {
  const request = decodeCbor(fromBase64url(deviceRequest)) as CborMap;
  const [first] = request.get('docRequests') as CborMap[];
  const { value } = first!.get('itemsRequest') as Tagged;
  return (decodeCbor(value as Uint8Array) as CborMap).get('docType') as string;
}

/** Whether an offer can have a fault. Faults in the content of a mobile document exist for PIDs only. */
export function isPresentable(fault: Fault, { format, request, type }: Offer): boolean {
  const isOfContent = [...faults['mdocs']!, ...faults['answers']!].includes(fault);
  const isWritten = !isOfContent || format === 'dc+sd-jwt' || type === PID_DOCTYPE;
  return isWritten && isPossible(fault, format, request.protocol);
}
