/** The two halves of a name in the machine-readable zone of a passport: `FAMILY<NAME<<GIVEN<NAMES`. */
export interface MachineReadableName {
  family: string;
  given: string;
  /** The line had no room for all: no filler stands at its end (ICAO 9303, part 3, 4.6). */
  isCut: boolean;
}

/** Reads a name as passports print it for machines, or gives null for any other. */
export function machineReadable(name: string): MachineReadableName | null {
  if (!name.includes('<')) return null;
  const [family = '', given = ''] = name.trim().split('<<');
  return {
    family: family.replaceAll('<', ' '),
    given: given.replaceAll('<', ' '),
    isCut: !/<<$/.test(name.trim()),
  };
}
