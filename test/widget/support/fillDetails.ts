import type { Mounted } from './mount.ts';

export const ADA = {
  givenName: 'Ada',
  familyName: 'Lovelace',
  dateOfBirth: '1985-12-10',
  'nationalities.0': 'GB',
  'address.line1': '12 St James’s Square',
  'address.city': 'London',
  'address.postalCode': 'SW1Y 4JH',
  'address.country': 'GB',
};

/** Fills fields by name, as typing does. */
export function fillDetails({ find }: Mounted, values: Record<string, string> = ADA): void {
  for (const [name, value] of Object.entries(values)) {
    const field = find<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`)!;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}
