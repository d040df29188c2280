import { iso31663 } from 'iso-3166/3.js';
import names from './countryNames.json' with { type: 'json' };

/**
 * The countries of today that a listed country may be for whoever is asked about: itself, or the successors of one that
 * is no more. ISO 3166-3 leaves out those that had a code of their own before (Ukraine and Belarus of the Soviet Union).
 * @param code ISO 3166-1 alpha-2 or ISO 3166-3
 */
export function successors(code: string): readonly string[] {
  return code.length === 2 ? [code] : (bySuccession.get(code) ?? []);
}

const further: Record<string, string[] | undefined> = names.successors;

const bySuccession = new Map(
  iso31663.map(({ alpha4, to }) => {
    const today = to.flatMap(({ state, alpha2 }) => (state === 'assigned' ? [alpha2] : []));
    return [alpha4, [...new Set([...today, ...(further[alpha4] ?? [])])]] as const;
  }),
);
