/** A Pinyin syllable without tone in Wade-Giles, without the apostrophes and diaereses that are left out in names. */
export function wadeGiles(pinyin: string): string {
  const whole = irregular[pinyin];
  if (whole) return whole;
  const [, initial = '', final = ''] = /^(zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(.+)$/.exec(pinyin) ?? [];
  return `${initials[initial] ?? initial}${finalOf(initial, final)}`;
}

function finalOf(initial: string, final: string): string {
  if (initial === 'y')
    return final === 'an'
      ? 'en'
      : final === 'e'
        ? 'eh'
        : final === 'ue'
          ? 'ueh'
          : final === 'ong'
            ? 'ung'
            : final;
  if (final === 'ian') return 'ien';
  if (final === 'ie' || final === 'ue') return `${final}h`;
  if (final === 'ong' || final === 'iong') return final.replace('o', 'u');
  if (final === 'e' && /^[gkh]$/.test(initial)) return 'o';
  if (final === 'ui' && /^[gk]$/.test(initial)) return 'uei';
  if (final === 'uo' && !/^(?:[gkh]|sh)$/.test(initial)) return 'o';
  return final;
}

const initials: Record<string, string> = {
  b: 'p',
  d: 't',
  g: 'k',
  j: 'ch',
  q: 'ch',
  x: 'hs',
  zh: 'ch',
  z: 'ts',
  c: 'ts',
  r: 'j',
};

const irregular: Record<string, string> = {
  zi: 'tzu',
  ci: 'tzu',
  si: 'ssu',
  zhi: 'chih',
  chi: 'chih',
  shi: 'shih',
  ri: 'jih',
  er: 'erh',
  yi: 'i',
  you: 'yu',
};
