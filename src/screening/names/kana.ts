import anyAscii from 'any-ascii';

/** Kana in Latin letters as passports write them (Hepburn, long vowels as short ones): `ショウコウ` is shoko. */
export function kanaInLatin(text: string): string {
  const katakana = [...text.normalize('NFKC')]
    .map((one) => (/[ぁ-ゖ]/.test(one) ? String.fromCharCode(one.charCodeAt(0) + 0x60) : one))
    .join('');
  const latin = katakana
    .replace(/([キシチニヒミリギジヂビピ])([ャュョ])/g, (_, first: string, second: string) => {
      const onset = anyAscii(first).replace(/i$/i, '');
      return `${onset}${/[シチジヂ]/.test(first) ? '' : 'y'}${glides[second]}`;
    })
    .replace(/[ッー]/g, '');
  return anyAscii(latin)
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/o[uo](?![aeiou])/g, 'o')
    .replace(/uu/g, 'u');
}

const glides: Record<string, string> = { ャ: 'a', ュ: 'u', ョ: 'o' };
