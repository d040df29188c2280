import type { SessionCase } from '../../contract/case.ts';
import type { DetailsDraft } from '../step/detailsDraft.ts';

/** A draft filled with the site's prefilled details. */
export function draftFrom(prefill: SessionCase['prefill']): DetailsDraft {
  const typed: Record<string, string> = {};
  const { mononym, dateOfBirth, ...details } = prefill ?? {};
  write(typed, '', details);
  if (mononym) Object.assign(typed, { mononym: 'true', fullName: typed['familyName'] ?? '', familyName: '' });
  const [year, month, day] = dateOfBirth?.split('-') ?? [];
  if (year && month && day) {
    Object.assign(typed, {
      'dateOfBirth.year': year,
      'dateOfBirth.month': String(Number(month)),
      'dateOfBirth.day': String(Number(day)),
    });
  }
  return { page: 'name', typed, isSent: false };
}

function write(typed: Record<string, string>, path: string, value: unknown): void {
  if (value === null || value === undefined) return;
  if (typeof value !== 'object') typed[path] = String(value);
  else for (const [key, part] of Object.entries(value)) write(typed, path ? `${path}.${key}` : key, part);
}
