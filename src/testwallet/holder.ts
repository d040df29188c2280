import { fromBase64url } from '../credentials/bytes/bytes.ts';
import { type CborMap, type CborValue, Tagged } from '../credentials/cbor/cborValue.ts';
import { decodeCbor } from '../credentials/cbor/decodeCbor.ts';
import type { Json, JsonObject } from '../credentials/jose/strictJson.ts';
import type { PresentationAnswer } from '../credentials/request/presentation.ts';
import { type Identity, makeRoot, makeSigner } from './authority.ts';
import { type AnswerChanges, answerRequest, openIdRequestOf, type WalletRequest } from './wallet.ts';

/** An authority that issues credentials. */
export interface TestIssuer {
  root: Identity;
  signer: Identity;
}

/** The person described by the credentials. */
export interface Holder {
  givenName: string;
  familyName: string;
  /** `YYYY-MM-DD` */
  dateOfBirth: string;
  nationality: string;
  /** `null`: the credential has no address. */
  address: { street: string; city: string; postalCode: string; country: string } | null;
  /** JPEG or JPEG 2000; `null`: no portrait. */
  portrait: Uint8Array | null;
}

export type WalletFormat = 'dc+sd-jwt' | 'mso_mdoc';

/** A person's choice of an answer in a wallet. */
export interface HolderAnswer {
  format: WalletFormat;
  /** The id of the query to answer; by default the first one of the format. */
  query?: string;
  now: number;
  issuer: TestIssuer;
  /** The address and index of the status list, if the credential has a status. */
  status?: { uri: string; idx: number } | null;
  changes?: AnswerChanges;
}

export function makeIssuer(now: number): TestIssuer {
  const root = makeRoot(now);
  return { root, signer: makeSigner(root, now) };
}

/** Answers with exactly the requested claims that the credential has. */
export function answerAs(
  holder: Holder,
  request: WalletRequest,
  origin: string,
  { format, query, now, issuer, status = null, changes = {} }: HolderAnswer,
): PresentationAnswer {
  const { docType, namespace, names } = requestedBy(request, format, query);
  const elements = Object.entries(elementsOf(holder))
    .filter(([name]) => names.has(name))
    .map(([name, value]) => ({ namespace, name, value }));
  const claims = Object.fromEntries(Object.entries(claimsOf(holder)).filter(([name]) => names.has(name)));
  const statusList = status && { status_list: { uri: status.uri, idx: status.idx } };
  const content = {
    mdoc: {
      signer: issuer.signer,
      now,
      docType,
      elements,
      ...(status && {
        status: new Map([
          [
            'status_list',
            new Map<string, CborValue>([
              ['uri', status.uri],
              ['idx', status.idx],
            ]),
          ],
        ]),
      }),
    },
    sdJwt: {
      signer: issuer.signer,
      now,
      type: docType,
      claims: claims as JsonObject,
      ...(statusList && { plain: { status: statusList } as JsonObject }),
    },
  };
  return answerRequest(request, origin, content, { format, ...(query && { query }), ...changes });
}

/** The requested names of one credential. */
interface Requested {
  /** docType or vct. */
  docType: string;
  namespace: string;
  names: ReadonlySet<string>;
}

/** The requested names of the credential that answers the request. */
export function requestedBy(request: WalletRequest, format: WalletFormat, id?: string): Requested {
  if (request.protocol === 'org-iso-mdoc') return askedByAnnexC(request.data['deviceRequest'] as string);
  const { credentials } = openIdRequestOf(request)['dcql_query'] as { credentials: JsonObject[] };
  const query =
    credentials.find((one) => one['id'] === id) ??
    credentials.find((one) => one['format'] === format) ??
    credentials[0]!;
  const meta = query['meta'] as { doctype_value?: string; vct_values?: string[] };
  const paths = (query['claims'] as { path: string[] }[]).map(({ path }) => path);
  return {
    docType: meta.doctype_value ?? meta.vct_values![0]!,
    namespace: paths[0]![0]!,
    names: new Set(paths.map((path) => path.at(-1)!)),
  };
}

function askedByAnnexC(text: string): Requested {
  const request = decodeCbor(fromBase64url(text)) as CborMap;
  const [first] = request.get('docRequests') as CborMap[];
  const { value } = first!.get('itemsRequest') as Tagged;
  const items = decodeCbor(value as Uint8Array) as CborMap;
  const [[namespace, names]] = [...(items.get('nameSpaces') as Map<string, CborMap>)] as [[string, CborMap]];
  return {
    docType: items.get('docType') as string,
    namespace,
    names: new Set([...names.keys()] as string[]),
  };
}

function claimsOf(holder: Holder): Record<string, Json> {
  const { address, portrait } = holder;
  return {
    given_name: holder.givenName,
    family_name: holder.familyName,
    birthdate: holder.dateOfBirth,
    nationalities: [holder.nationality],
    issuing_country: 'UT',
    ...(address && {
      address: {
        street_address: address.street,
        locality: address.city,
        postal_code: address.postalCode,
        country: address.country,
      },
    }),
    ...(portrait && { picture: `data:image/jpeg;base64,${Buffer.from(portrait).toString('base64')}` }),
  };
}

function elementsOf(holder: Holder): Record<string, CborValue> {
  const { address, portrait } = holder;
  return {
    given_name: holder.givenName,
    given_name_unicode: holder.givenName,
    family_name: holder.familyName,
    family_name_unicode: holder.familyName,
    // full-date, RFC 8943.
    birth_date: new Tagged(1004, holder.dateOfBirth),
    nationality: [holder.nationality],
    issuing_country: 'UT',
    ...(address && {
      resident_street: address.street,
      resident_address: address.street,
      resident_city: address.city,
      resident_postal_code: address.postalCode,
      resident_country: address.country,
    }),
    ...(portrait && { portrait }),
  };
}
