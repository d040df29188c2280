import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { StartedCredentialRequest } from '../../../src/contract/credential.ts';
import { pemOf } from '../../../src/testwallet/authority.ts';
import { answerAs, type Holder, type HolderAnswer, makeIssuer } from '../../../src/testwallet/holder.ts';
import { issueStatusJwt } from '../../../src/testwallet/issueLists.ts';
import { WALLET_ORIGIN, walletHolder } from '../../support/walletHolder.ts';
import type { Lab } from './Lab.ts';

/** People with wallets whose credentials a service trusts. */
export interface WalletPeople {
  /** The file of their root, for `WALLET_TEST_TRUST`. */
  trust: string;
  /** An entry of a status list that says so. */
  revoked: { uri: string; idx: number };
  answer(request: Pick<StartedCredentialRequest, 'requests'>, changes?: AnswerOfPerson): object;
}

type AnswerOfPerson = Partial<HolderAnswer> & { holder?: Holder; protocol?: string; origin?: string };

/** An issuer with its root in a file and a status list at an address of this machine, until the lab ends. */
export async function walletPeople(lab: Lab): Promise<WalletPeople> {
  const now = Date.now();
  const issuer = makeIssuer(now);
  const trust = join(lab.folder(), 'root.pem');
  writeFileSync(trust, pemOf(issuer.root.certificate));
  const list = new Uint8Array([0b1000_0000]);
  const server = createServer((_, response) =>
    response.end(issueStatusJwt({ signer: issuer.signer, now, uri, bits: 1, list })),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  lab.defer(() => new Promise<void>((closed) => server.close(() => closed())));
  const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/status`;
  const answer: WalletPeople['answer'] = (
    { requests },
    { holder = walletHolder, protocol = 'openid4vp-v1-unsigned', origin = WALLET_ORIGIN, ...more } = {},
  ) => {
    const request = requests.find((one) => one.protocol === protocol)!;
    const { data } = request as Parameters<typeof answerAs>[1];
    return answerAs(holder, { protocol, data } as Parameters<typeof answerAs>[1], origin, {
      format: 'dc+sd-jwt',
      now: Date.now(),
      issuer,
      ...more,
    });
  };
  return { trust, revoked: { uri, idx: 7 }, answer };
}
