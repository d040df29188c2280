import { expect, test } from 'vitest';
import { answerAs } from '../../src/testwallet/holder.ts';
import { createWalletCase, respond } from '../support/walletCase.ts';
import { WALLET_ORIGIN, walletHolder } from '../support/walletHolder.ts';
import { startWalletService } from '../support/walletService.ts';

test.each([
  ['compare', []],
  ['evidence', ['credential_portrait_unusable']],
])(
  'a credential without a portrait leaves the portrait of a document what it is: %s',
  async (documentPortrait, reasons) => {
    const { now, issuer, service } = await startWalletService();
    const prefill = { familyName: 'IDVTEST_CREDENTIAL_NO_PORTRAIT' };
    const opened = await createWalletCase(service, { credential: 'offer', documentPortrait }, { prefill });
    const { assurance } = (await service.call('GET', `/cases/${opened.id}`)).body;
    await service.deps.db
      .updateTable('cases')
      .set({ assurance: JSON.stringify({ ...assurance, reference: 'document' }) })
      .where('id', '=', opened.id)
      .execute();
    const [request] = opened.request.requests;
    const options = { format: 'dc+sd-jwt', now: now.getTime(), issuer } as const;
    await respond(service, opened, answerAs(walletHolder, request, WALLET_ORIGIN, options));
    const { body } = await service.call('GET', `/credentials/${opened.request.id}`);
    expect(body).toMatchObject({ status: 'verified', portrait: 'absent', reasons });
    expect((await service.call('GET', `/cases/${opened.id}`)).body.assurance.reference).toBe('document');
  },
);
