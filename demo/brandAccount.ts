import type { IdvClient } from 'idv-verify/server';
import { brands } from './brands.ts';

/**
 * Gives the account the name, colours and contact of Larkspur: consent, hosted page and phone show them. A deployment serves
 * one account, so the sellers of Quayside are checked by Larkspur too, and its pages say so. A branding of somebody else stays.
 */
export async function brandAccount({ branding }: Pick<IdvClient, 'branding'>): Promise<void> {
  const current = Object.values(await branding.retrieve());
  // Without a branding each is `null`, or a list or object without anything in it.
  if (current.some((value) => value !== null && Object.keys(value).length > 0)) return;
  const { name, colors, contact } = brands['larkspur']!;
  await branding.put({ name, colors, supportEmail: contact });
}
