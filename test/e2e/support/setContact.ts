import { apiUrl, liveKey } from './addresses.ts';

/** Sets the contact without which live mode takes no case. Runs once, before all tests. */
export default async function setContact(): Promise<void> {
  const reply = await fetch(`${apiUrl}/branding`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${liveKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ supportEmail: 'help@shop.example' }),
  });
  if (reply.status !== 200) throw new Error(`The contact was refused with ${reply.status}`);
}
