import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { apiUrl, testKey } from './addresses.ts';

export const headers = { Authorization: `Bearer ${testKey}` };

/** A case with a link to its hosted page. */
export async function newLink(
  request: APIRequestContext,
  more: object = {},
  key = testKey,
): Promise<{ id: string; url: string }> {
  const data = { type: 'kyc_individual', link: true, locale: 'en', ...more };
  const reply = await request.post(`${apiUrl}/cases`, { headers: { Authorization: `Bearer ${key}` }, data });
  const { id, link } = await reply.json();
  return { id, url: link.url };
}

/** Violations of the policy and script errors that the browser reports. */
export function watchConsole(page: Page): string[] {
  const messages: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) messages.push(message.text());
  });
  page.on('pageerror', (error) => messages.push(String(error)));
  return messages;
}

const DETAILS = {
  givenName: 'Ada',
  familyName: 'Lovelace',
  dateOfBirth: '1985-12-10',
  nationalities: ['GB'],
  address: { line1: '12 St James’s Square', city: 'London', postalCode: 'SW1Y 4JH', country: 'GB' },
};

/** Submits consent and details for the person, so that the selfie is due. */
export async function giveDetails(
  request: APIRequestContext,
  id: string,
  { key = testKey, familyName = 'Lovelace' } = {},
): Promise<void> {
  const post = async (path: string, data: object) => {
    const headers = { Authorization: `Bearer ${key}` };
    const reply = await request.post(`${apiUrl}/cases/${id}/${path}`, { headers, data });
    expect(reply.ok(), await reply.text()).toBe(true);
  };
  await post('consent', { biometric: true, textVersion: '1', locale: 'en' });
  await post('personal-details', { ...DETAILS, familyName });
}
