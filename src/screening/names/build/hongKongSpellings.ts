/** The usual spellings of a Jyutping syllable without tone in names from Hong Kong and overseas. */
export function hongKongSpellings(jyutping: string): string[] {
  const [, initial = '', final = ''] = /^(ng(?=[aeiou])|gw|kw|[bpmfdtnlgkhzcsjw])?(.+)$/.exec(jyutping) ?? [];
  const heads = initials[initial] ?? [initial];
  const tails = finals[final] ?? [final.replace('aa', 'a')];
  return heads.flatMap((head) => tails.map((tail) => joined(head, tail)));
}

/** Joins onset and rime. Names spell the Jyutping `jyu` as yu or yue. */
function joined(head: string, tail: string): string {
  return head === 'y' && /^[yu]/.test(tail) && tail.startsWith('y') ? tail : head + tail;
}

const initials: Record<string, string[]> = {
  g: ['k'],
  gw: ['kw'],
  z: ['ch', 'ts'],
  c: ['ch', 'ts'],
  j: ['y'],
  ng: ['ng', ''],
};

const finals: Record<string, string[]> = {
  yu: ['u', 'ue', 'yu'],
  yun: ['uen', 'un'],
  yut: ['uet', 'ut'],
  eoi: ['ui'],
  eon: ['un'],
  eot: ['ut'],
  oeng: ['eung'],
  oek: ['euk'],
  oe: ['eu'],
  ei: ['ei', 'ee', 'i'],
  i: ['i', 'ee'],
  u: ['u', 'oo'],
  un: ['un', 'oon'],
  ou: ['o', 'ou'],
  au: ['au', 'ow'],
  aau: ['au'],
  am: ['am', 'um'],
  at: ['at', 'ut'],
  an: ['an', 'un'],
  ak: ['ak'],
  on: ['on'],
  ik: ['ik'],
  iu: ['iu'],
};
