import anyAscii from 'any-ascii';
import data from './japaneseNames.json' with { type: 'json' };

/** The readings of a name in kanji. */
export interface JapaneseReadings {
  /** Given name and family name in Latin letters, most common first. */
  names: string[];
  /**
   * The name is Japanese (too long for a Chinese name, or with a Japanese family name), and its given name is in no
   * table.
   */
  isUnread: boolean;
}

/** Maximum number of readings per name; few names have more. */
const maxReadings = 8;

/** The readings of a name in kanji whose family name and given name are common in Japan; none for any other name. */
export function japaneseReadings(name: string): JapaneseReadings {
  const words = name
    .normalize('NFKC')
    .split(/[\s・,、]+/)
    .filter(Boolean);
  const noReading = { names: [], isUnread: false };
  if (words.length > 2 || !words.every((word) => kanji.test(word))) return noReading;
  const letters = [...words.join('')].map((letter) => modern.get(letter) ?? letter);
  if (letters.length < 2 || letters.length > 6) return noReading;
  const splits = words.length === 2 ? [[...words[0]!].length] : letters.slice(1).map((_, i) => i + 1);
  const names = new Set<string>();
  let isFamily = false;
  for (const at of splits.reverse()) {
    const [family, givenName] = [letters.slice(0, at).join(''), letters.slice(at).join('')];
    const [first = [], last = []] = [readings().given.get(givenName), readings().family.get(family)];
    if (at > 1 && last.length > 0) isFamily = true;
    for (const one of first) for (const other of last) names.add(`${one} ${other}`);
  }
  const isLong = letters.length > 3;
  const isChinese = chineseSurname.test(words.join('')) && !isFamily;
  return { names: [...names].slice(0, maxReadings), isUnread: isLong && !isChinese && names.size === 0 };
}

/** Common Chinese family names, including those of two characters that may precede two more. */
const chineseSurname =
  /^(?:[王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何林高罗羅郑鄭梁谢謝宋唐许許邓鄧冯馮韩韓曹曾彭萧蕭蔡潘田董袁于余叶葉蒋蔣杜苏蘇魏程吕呂丁沈任姚卢盧姜崔钟鍾谭譚陆陸汪范石廖贾賈夏韦韋付傅方邹鄒孟熊秦邱江尹薛闫閻段雷侯龙龍史陶黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴武戴莫孔向汤湯金朴]|欧阳|歐陽|司马|司馬|上官|诸葛|諸葛|皇甫|尉迟|尉遲|公孙|公孫|慕容|司徒|夏侯|东方|東方|令狐|宇文|长孙|長孫|独孤|獨孤|端木|南宫|南宮|申屠|濮阳|濮陽|淳于|单于|單于|鲜于|鮮于|轩辕|軒轅|呼延|钟离|鍾離|澹台|赫连|赫連|西门|西門)/u;

const kanji = /^[\u3400-\u9fff\uf900-\ufaff々]{1,6}$/;

/** Variant characters in family names, mapped to the standard characters. */
const modern = new Map(
  [
    ...'髙高 﨑崎 邊辺 邉辺 齋斎 齊斉 澤沢 廣広 國国 眞真 惠恵 德徳 淺浅 櫻桜 濱浜 瀧滝 龍竜 黑黒 增増 榮栄 兒児 嶋島 嶌島 濵浜 假仮 曾曽 槇槙 條条 嶽岳 壽寿 靜静 豐豊'.split(
      ' ',
    ),
  ].map((pair) => [pair[0]!, pair[1]!] as const),
);

type Table = ReadonlyMap<string, readonly string[]>;
let tables: { family: Table; given: Table } | undefined;

/** The tables of readings, built at the first lookup. */
function readings(): { family: Table; given: Table } {
  tables ??= { family: tableOf(data.family), given: tableOf(data.given) };
  return tables;
}

function tableOf(text: string): Table {
  const table = new Map<string, string[]>();
  for (const group of text.split('|')) {
    const [reading = '', ...surfaces] = group.split(' ');
    for (const surface of surfaces) {
      const letters = [...surface].map((letter) => modern.get(letter) ?? letter).join('');
      const readings = table.get(letters);
      if (readings) readings.push(reading);
      else table.set(letters, [reading]);
    }
  }
  return table;
}

/** Transliterates kana to Latin letters as in passports (Hepburn, long vowels as short ones): `ショウコウ` is shoko. */
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
