/**
 * The syllables of a Burmese word in Latin letters, in the usual spelling of names from Myanmar. There is no standard,
 * but the conventions are old and few (J. Okell, A Guide to the Romanization of Burmese, 1971, "conventional
 * transcription"). Letters and finals are those of the Myanmar block of Unicode. Tone marks are omitted unless names
 * write them.
 */
export function burmeseSyllables(word: string): string[] {
  const latinSyllables: string[] = [];
  for (const [syllable] of word.replaceAll('\u1037\u103a', '\u103a\u1037').matchAll(syllables)) {
    const latin = latinOf(syllable);
    if (latin) latinSyllables.push(latin);
  }
  return latinSyllables;
}

/**
 * Matches a syllable: an initial letter, its dependent signs, and the final, which is a letter with an asat or with
 * another letter below it.
 */
const syllables =
  /(?:[\u1000-\u1021\u103f]|[\u1023-\u102a])[\u103b-\u103e]*[\u102b-\u1032\u1036]*(?:\u103a(?!\u1037?[\u1000-\u1021]\u103a))?[\u1036\u1037\u1038]*(?:[\u1000-\u1021](?=[\u1037]?\u103a|\u1039)[\u1037\u103a\u1039]*)?[\u1037\u1038]*/g;

function latinOf(syllable: string): string {
  const first = syllable[0]!;
  const alone = independent[first];
  if (alone !== undefined) return alone + finalOf(syllable, '').replace(/^a/, '');
  const medials = /^.([\u103b-\u103e]*)/.exec(syllable)![1]!;
  const { start, isRounded } = onsetOf(first, medials);
  const vowel = /[\u102b-\u1032\u1036]+/.exec(syllable)?.[0].replaceAll('\u102b', '\u102c') ?? '';
  return start + rhymeOf(vowel, syllable, { isRounded });
}

const independent: Record<string, string> = {
  ဣ: 'i',
  ဤ: 'i',
  ဥ: 'u',
  ဦ: 'u',
  ဧ: 'e',
  ဩ: 'aw',
  ဪ: 'aw',
};

const onsets: Record<string, string> = Object.fromEntries(
  (
    'က k ခ kh ဂ g ဃ g င ng စ s ဆ s ဇ z ဈ z ဉ ny ည ny ဋ t ဌ ht ဍ d ဎ d ဏ n တ t ထ ht ဒ d ဓ d န n ပ p ဖ ph ဗ b ဘ b မ m ယ y ရ y ' +
    'လ l ဝ w သ th ဟ h ဠ l ဿ th'
  )
    .split(' ')
    .flatMap((text, i, all) => (i % 2 === 0 ? [[text, all[i + 1]!]] : [])),
);

/** Consonants with a medial y or r, and with a medial h. */
const palatal: Record<string, string> = { k: 'ky', kh: 'ch', g: 'gy', ph: 'phy', y: 'y', l: 'ly', th: 'thy' };
const breathed: Record<string, string> = { y: 'sh', thy: 'sh', ly: 'sh' };

function onsetOf(letter: string, medials: string): { start: string; isRounded: boolean } {
  let start = onsets[letter] ?? '';
  if (/[\u103b\u103c]/.test(medials)) start = palatal[start] ?? `${start}y`;
  if (medials.includes('\u103e')) start = breathed[start] ?? (start.startsWith('h') ? start : `h${start}`);
  return { start, isRounded: medials.includes('\u103d') };
}

const open: Record<string, string> = {
  '': 'a',
  'ာ': 'a',
  'ိ': 'i',
  'ီ': 'i',
  'ု': 'u',
  'ူ': 'u',
  'ေ': 'ay',
  'ဲ': 'e',
  'ော': 'aw',
  'ို': 'oe',
  'ံ': 'an',
  'ုံ': 'on',
  'ိံ': 'ein',
};

/** Spellings by the vowel, then by the class of the final. Finals with the same place of articulation are one class. */
const closed: Record<string, Record<string, string>> = {
  '': { k: 'et', ng: 'in', s: 'it', ny: 'i', t: 'at', n: 'an', y: 'e' },
  'ာ': { k: 'et', ng: 'in', t: 'at', n: 'an' },
  'ိ': { t: 'eik', n: 'ein' },
  'ု': { t: 'ok', n: 'on' },
  'ော': { k: 'auk', ng: 'aung' },
  'ို': { k: 'aik', ng: 'aing', y: 'o' },
};

function rhymeOf(vowel: string, syllable: string, { isRounded }: { isRounded: boolean }): string {
  const final = finalClass(syllable);
  const rhyme = (final && closed[vowel]?.[final]) || open[vowel] || 'a';
  const nasal = /\u1037/.test(syllable) && /(?:an|in|ein|on)$/.test(rhyme) ? `${rhyme}t` : rhyme;
  if (!isRounded) return nasal;
  if (vowel === '' && final === 'n') return nasal.replace('an', 'un');
  if (vowel === '' && final === 't') return 'ut';
  return vowel === 'ေ' ? 'we' : `w${nasal}`;
}

/** The class of the final; null if there is none. */
function finalClass(syllable: string): string | null {
  const letter = /([\u1000-\u1021])[\u1037]?[\u103a\u1039]/.exec(syllable.slice(1))?.[1];
  return letter ? (finals[letter] ?? null) : null;
}

const finals: Record<string, string> = Object.fromEntries(
  [
    ['k', 'ကခဂဃ'],
    ['ng', 'ငဉ'],
    ['s', 'စဆဇဈ'],
    ['ny', 'ည'],
    ['t', 'တထဒဓပဖဗဘဋဌ'],
    ['n', 'နမဏ'],
    ['y', 'ယ'],
  ].flatMap(([kind, letters]) => [...letters!].map((letter) => [letter, kind!])),
);

function finalOf(syllable: string, vowel: string): string {
  const final = finalClass(syllable);
  return final ? (closed[vowel]?.[final] ?? '') : '';
}
