import { expect } from 'vitest';
import type { Mounted } from './mount.ts';

/** In the order of the screens; the country first, since it says which fields there are. */
export const ADA = {
  givenName: 'Ada',
  familyName: 'Lovelace',
  'dateOfBirth.day': '10',
  'dateOfBirth.month': '12',
  'dateOfBirth.year': '1985',
  'nationalities.0': 'United Kingdom',
  'address.country': 'United Kingdom',
  'address.line1': '12 St James’s Square',
  'address.city': 'London',
  'address.postalCode': 'SW1Y 4JH',
};

const SCREENS = ['Your name', 'Birth and nationality', 'Home address', 'Check your answers'];

/** Fills fields by name, as typing does; waits for those that come with an answer. */
export async function typeDetails({ find }: Mounted, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = () => find<HTMLInputElement>(`[name="${name}"]`);
    await expect.poll(field).not.toBeNull();
    field()!.value = value;
    field()!.dispatchEvent(new Event('input', { bubbles: true }));
    field()!.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/** Goes from the first screen of the details to the last, where all answers can be checked. */
export async function fillDetails(widget: Mounted, values: Record<string, string> = ADA): Promise<void> {
  for (const [at, screen] of SCREENS.entries()) {
    await widget.sees(screen);
    const fields = Object.entries(values).filter(([name]) => screenOf(name) === at);
    await typeDetails(widget, Object.fromEntries(fields));
    if (screen !== SCREENS.at(-1)) widget.press();
  }
}

function screenOf(name: string): number {
  if (name.startsWith('address.')) return 2;
  return /^(dateOfBirth|nationalities|countryOfBirth)/.test(name) ? 1 : 0;
}
