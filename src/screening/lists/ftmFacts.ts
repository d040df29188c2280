import type { EntityFacts, FtmEntity } from './ftmEntity.ts';
import { lines } from './lines.ts';
import type { ListFile } from './listFile.ts';

/** Such facts by the id of their entity, and when the newest line of the file was last seen at its source. */
export interface FtmFacts {
  of: ReadonlyMap<string, EntityFacts>;
  newest: Date | null;
}

export const noFtmFacts: EntityFacts = { sanctions: [], documents: [] };

/** Reads a file through for what is said of its entities on other lines; damaged lines are left to the next reading. */
export async function ftmFacts(file: ListFile): Promise<FtmFacts> {
  const of = new Map<string, { sanctions: FtmEntity[]; documents: FtmEntity[] }>();
  let newest = '';
  for await (const line of lines(file)) {
    const seen = /"last_seen"\s*:\s*"([^"]+)"/.exec(line)?.[1] ?? '';
    if (seen > newest) newest = seen;
    const kind = /"schema"\s*:\s*"(Sanction|Passport|Identification)"/.exec(line)?.[1];
    if (!kind) continue;
    const fact = parsed(line);
    const owners = fact?.properties?.[kind === 'Sanction' ? 'entity' : 'holder'];
    for (const id of Array.isArray(owners) ? owners : []) {
      const facts = of.get(id) ?? { sanctions: [], documents: [] };
      facts[kind === 'Sanction' ? 'sanctions' : 'documents'].push(fact!);
      of.set(id, facts);
    }
  }
  const at = new Date(`${newest.replace(/Z$/, '')}Z`);
  return { of, newest: Number.isNaN(at.getTime()) ? null : at };
}

function parsed(line: string): FtmEntity | null {
  try {
    const read = JSON.parse(line) as FtmEntity & { entity?: FtmEntity };
    return read.schema ? read : (read.entity ?? null);
  } catch {
    return null;
  }
}
