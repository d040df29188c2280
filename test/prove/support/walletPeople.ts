import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StartedCredentialRequest } from '../../../src/contract/credential.ts';
import { answerAs, type Holder, type HolderAnswer } from '../../../src/testwallet/holder.ts';
import { issueStatusJwt } from '../../../src/testwallet/issueLists.ts';
import { openAuthority } from '../../../src/testwallet/openAuthority.ts';
import { REDIRECT, type WalletRequest } from '../../../src/testwallet/wallet.ts';
import { WALLET_ORIGIN, walletHolder } from '../../support/walletHolder.ts';
import type { Lab } from './Lab.ts';

/** People with wallets whose credentials a service trusts. */
export interface WalletPeople {
  /** The settings of that service with its own certificates: requests are signed and have links. */
  settings: Record<string, string>;
  /** An entry of a status list that says so. */
  revoked: { uri: string; idx: number };
  answer(request: Pick<StartedCredentialRequest, 'requests'>, changes?: AnswerOfPerson): object;
  /** Answers the request object of a link. @returns the encrypted answer, for a form. */
  answerLinked(request: string, changes?: AnswerOfPerson): string;
}

type AnswerOfPerson = Partial<HolderAnswer> & { holder?: Holder; origin?: string };

/** An issuer with its root in a file and a status list at an address of this machine, until the lab ends. */
export async function walletPeople(lab: Lab): Promise<WalletPeople> {
  const now = Date.now();
  const { files, ...issuer } = openAuthority(lab.folder(), now);
  const list = new Uint8Array([0b1000_0000]);
  const server = createServer((_, response) =>
    response.end(issueStatusJwt({ signer: issuer.signer, now, uri, bits: 1, list })),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  lab.defer(() => new Promise<void>((closed) => server.close(() => closed())));
  const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/status`;
  const answerOf = (
    request: WalletRequest,
    { holder = walletHolder, origin = WALLET_ORIGIN, ...more }: AnswerOfPerson = {},
  ) => answerAs(holder, request, origin, { format: 'dc+sd-jwt', now: Date.now(), issuer, ...more });
  const settings = {
    WALLET_TEST_TRUST: files.trust,
    WALLET_CERTIFICATE_FILE: files.certificate,
    WALLET_KEY_FILE: files.key,
  };
  return {
    settings,
    revoked: { uri, idx: 7 },
    answer: ({ requests }, changes) => {
      const request = requests.find(({ protocol }) => protocol.startsWith('openid4vp'))!;
      return answerOf(request as WalletRequest, changes);
    },
    answerLinked: (request, changes) => {
      const { data } = answerOf({ protocol: REDIRECT, data: { request } }, changes);
      return (data as { response: string }).response;
    },
  };
}

/** The address of a link that its wallet calls. */
export function walletAddress(link: string): string {
  return new URL(link).searchParams.get('request_uri')!;
}

/**
 * Responds to a link as a wallet does.
 * @returns the result that the page submits with the response code.
 * @throws if the service returns no request object, or refuses the response.
 */
export async function followLink(people: WalletPeople, link: string, changes?: AnswerOfPerson) {
  const address = walletAddress(link);
  const request = await textOf(await fetch(address));
  const body = new URLSearchParams({ response: people.answerLinked(request, changes) });
  const { redirect_uri } = JSON.parse(await textOf(await fetch(address, { method: 'POST', body })));
  const [, code] = /\.([\w-]+)$/.exec(redirect_uri)!;
  return { protocol: REDIRECT, data: { response_code: code! } };
}

async function textOf(response: Response): Promise<string> {
  const text = await response.text();
  if (!response.ok) throw new Error(`The link is answered by ${response.status} ${text.slice(0, 200)}`);
  return text;
}
