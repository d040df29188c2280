/**
 * Other spellings that a part may stand for in an orthography of its own: Somali writes x for the h of Arabic names
 * (Axmed, Xasan), Pinyin and Portuguese write it for sh; Ethiopian and Somali names have u and e where others have w and y
 * (Nurou, Auees, Eusuf).
 */
export function respellings(text: string): readonly string[] {
  if (text.length < 2 || !(text.includes('x') || text.includes('u') || text.includes('ee'))) return none;
  if (!text.includes('x')) {
    const reading = withGlides(text);
    return reading === text ? none : [reading];
  }
  const texts = [text.replaceAll('x', 'h'), text.replaceAll('x', 'sh')];
  const readings = [...texts, ...texts.map(withGlides)];
  return [...new Set(readings)].filter((reading) => reading !== text);
}

const none: readonly string[] = [];

function withGlides(text: string): string {
  return text
    .replace(/^eu/, 'yu')
    .replace(/([aeo])u(?=$|[aeiou])/g, '$1w')
    .replace(/(?<=[aw])ee(?=s)/, 'ey');
}
