import { isIP } from 'node:net';
import { isLocalhost } from '../../contract/returnUrl.ts';
import { addressKind } from '../../screening/addressKind.ts';
import { DeliveryFault } from './deliveryFault.ts';
import { resolveName } from './resolveName.ts';

/**
 * The addresses that a webhook may connect to, found and checked for this one attempt. One address that is not
 * allowed refuses them all, and http goes to this machine alone.
 * @throws DeliveryFault `name_not_resolved` or `address_not_allowed`.
 */
export async function webhookAddresses(
  url: URL,
  { allowLoopback }: { allowLoopback: boolean },
): Promise<string[]> {
  const addresses = await addressesOf(url.hostname.replace(/^\[|\]$/g, ''));
  const allowed = (address: string) => {
    const kind = addressKind(address);
    return kind === 'loopback' ? allowLoopback : kind === 'public' && url.protocol === 'https:';
  };
  if (!addresses.every(allowed)) throw new DeliveryFault('address_not_allowed');
  return addresses;
}

async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host)) return [host];
  if (isLocalhost(host)) return ['127.0.0.1', '::1'];
  try {
    return await resolveName(host);
  } catch (cause) {
    throw new DeliveryFault('name_not_resolved', { cause });
  }
}
