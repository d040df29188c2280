import type { NamePart } from './namePart.ts';

/** Compounds that are written joined or apart (Abdul Rahman, Saifuddin) brought to one form; Abdullah stays whole. */
export function arabicCompounds(parts: NamePart[]): NamePart[] {
  if (!parts.some(mayBeCompound)) return parts;
  const out: NamePart[] = [];
  for (const part of parts.flatMap(unglued)) {
    const last = out.at(-1);
    if (last?.text === 'abd' && /^(?:[aeu]l+|l)l[ao]?hi?$/.test(part.text))
      out[out.length - 1] = { ...part, text: 'abdullah' };
    else if (parts.length > 1 && isAbd(part.text)) out.push({ ...part, text: 'abd' });
    else out.push(part);
  }
  return out;
}

/** Quick to rule most names out. */
function mayBeCompound({ text }: NamePart): boolean {
  return text.includes('bd') || text.includes('abt') || text.startsWith('adb') || mayEndInFaith(text);
}

/** Abd alone, with what slips of the pen make of it: bdul, ubdul, adbul. */
function isAbd(text: string): boolean {
  return (text.includes('bd') || text.startsWith('adb')) && abdAlone.test(text);
}

const abdAlone = /^(?:abd(?:[aeiou]+[lrsnztd])?|[eiou]?bd[aeiou]+l|adb[aeiou]+l)$/;
const abd = /^ab[dt][aeiou]+(?:l|r(?=r)|s(?=s)|n(?=n)|z(?=z)|t(?=t)|d(?=d))(.{3,})$/;
const din = /^(.{3,}?)(?:[aeiou]dd|[aeiou]ld|ud)(?:[iy]|ee)ne?$/;

/** Splits Abdulrahman and Saifuddin; Abdullah stays whole. */
function unglued(part: NamePart): NamePart[] {
  const { text, vowelless } = part;
  if (vowelless || text.length < 6 || !(text.includes('ab') || text.includes('d'))) return [part];
  return text.includes('abd') || text.includes('abt') ? withServant(part) : withFaith(part);
}

/** Abdul- at the beginning, or within. */
function withServant(part: NamePart): NamePart[] {
  const { text } = part;
  const inside = /^(.{3,}?)(ab[dt][aeiou]l.{3,})$/.exec(text);
  if (inside) return [{ ...part, text: inside[1]! }, ...unglued({ ...part, text: inside[2]! })];
  const servant = abd.exec(text)?.[1];
  const ofGod = servant && /^l+a[hx]i?(.{4,})?$/.exec(servant);
  if (ofGod) return ofGod[1] ? named(part, 'abdullah', ofGod[1]) : [part];
  if (servant) return named(part, 'abd', servant);
  return withFaith(part);
}

/** -uddin at the end. */
function withFaith(part: NamePart): NamePart[] {
  const { text } = part;
  const faith = mayEndInFaith(text) ? din.exec(text)?.[1] : undefined;
  return faith ? named(part, faith, 'din') : [part];
}

function mayEndInFaith(text: string): boolean {
  return (text.endsWith('n') || text.endsWith('ne')) && text.includes('d');
}

function named(part: NamePart, ...texts: string[]): NamePart[] {
  return texts.map((text) => ({ ...part, text }));
}
