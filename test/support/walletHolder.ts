import type { Holder } from '../../src/testwallet/holder.ts';
import { picture } from './picture.ts';

/** The origin of the page that asks wallets. */
export const WALLET_ORIGIN = 'https://shop.example';

/** A person with every requested claim and a portrait. */
export const walletHolder: Holder = {
  givenName: 'Erika',
  familyName: 'Mustermann',
  dateOfBirth: '1984-01-26',
  nationality: 'DE',
  address: { street: 'Heidestrasse 17', city: 'Köln', postalCode: '51147', country: 'DE' },
  portrait: picture({ width: 300, height: 300 }),
};
