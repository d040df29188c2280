import { expect, test } from 'vitest';
import { burmeseSyllables } from '../../src/screening/names/burmese.ts';
import { japaneseReadings, kanaInLatin } from '../../src/screening/names/japanese.ts';
import { search } from '../../src/screening/screening.ts';
import { indexOf, listed } from '../support/listed.ts';

/** Names in their own script and as they are usually spelled in Latin letters: each pair is of one invented or public name. */
const names: Record<string, [native: string, latin: string][]> = {
  Myanmar: [
    ['မင်းအောင်လှိုင်', 'Min Aung Hlaing'],
    ['ခင်ညွန့်', 'Khin Nyunt'],
    ['ထွန်းထွန်းနောင်', 'Tun Tun Naung'],
    ['သိန်းစိန်', 'Thein Sein'],
    ['ရဲဝင်းဦး', 'Ye Win Oo'],
    ['ကျော်စွာလင်း', 'Kyaw Swar Lin'],
    ['မောင်မောင်ကျော်', 'Maung Maung Kyaw'],
  ],
  Han: [
    ['高山清司', 'Kiyoshi Takayama'],
    ['橋本弘文', 'Hashimoto Hirofumi'],
    ['井上 邦雄', 'Kunio Inoue'],
    ['渡邉恒雄', 'Tsuneo Watanabe'],
    ['髙橋健一', 'Kenichi Takahashi'],
  ],
  Katakana: [
    ['スズキ イチロウ', 'Ichiro Suzuki'],
    ['アサハラ ショウコウ', 'Shoko Asahara'],
  ],
  'Korean in Cyrillic': [
    ['Ким Чен Ын', 'Kim Jong Un'],
    ['Ким Чжонын', 'Kim Jong Un'],
    ['Kim Čen Yn', 'Kim Jong Un'],
    ['Ри Бён Чхоль', 'Ri Pyong Chol'],
    ['Чхве Рён Хэ', 'Choe Ryong Hae'],
    ['Чо Ён Вон', 'Jo Yong Won'],
  ],
  Arabic: [
    ['سيف الله عبد الله', 'Saifullah Abdullah'],
    ['قدرت الله جمال', 'Qudratullah Jamal'],
  ],
  Hiragana: [['きょうこ おおの', 'Kyoko Ono']],
  Armenian: [['Սերժ Սարգսյան', 'Serzh Sargsyan']],
  Georgian: [['ბიძინა ივანიშვილი', 'Bidzina Ivanishvili']],
  Ethiopic: [['አብይ አህመድ', 'Abiy Ahmed']],
  Thaana: [['އަބްދުﷲ ޔާމީން', 'Abdulla Yameen']],
  Bengali: [
    ['শেখ হাসিনা', 'Sheikh Hasina'],
    ['খালেদা জিয়া', 'Khaleda Zia'],
    ['শফিকুর রহমান', 'Shafiqur Rahman'],
    ['মতিউর রহমান নিজামী', 'Motiur Rahman Nizami'],
  ],
  Gurmukhi: [['ਮਨਮੋਹਨ ਸਿੰਘ', 'Manmohan Singh']],
  Gujarati: [['નરેન્દ્ર મોદી', 'Narendra Modi']],
  Malayalam: [['പിണറായി വിജയൻ', 'Pinarayi Vijayan']],
  Sinhala: [['මහින්ද රාජපක්ෂ', 'Mahinda Rajapaksa']],
  Tamil: [['வேலுப்பிள்ளை பிரபாகரன்', 'Velupillai Prabhakaran']],
  Telugu: [['చంద్రబాబు నాయుడు', 'Chandrababu Naidu']],
  Lao: [['ທອງລຸນ ສີສຸລິດ', 'Thongloun Sisoulith']],
};

const all = Object.values(names).flat();
const index = indexOf(...all.map(([, latin], i) => listed(String(i), [latin])));

test.each(Object.keys(names))('names in %s script are found on a list in Latin letters', (script) => {
  const lost = names[script]!.filter(([native, latin]) => {
    const { hits, notCompared } = search(index, { person: { fullName: native } }, { minScore: 0.7 });
    return notCompared.length > 0 || hits[0]?.entity.name !== latin;
  });
  expect(lost).toEqual([]);
});

test('Burmese syllables are transliterated as usual in names', () => {
  expect(burmeseSyllables('အောင်ဆန်းစုကြည်')).toEqual(['aung', 'san', 'su', 'kyi']);
  expect(burmeseSyllables('မြင့်ဆွေ')).toEqual(['myint', 'swe']);
  expect(kanaInLatin('リュウタロウ')).toBe('ryutaro');
});

test('kanji without a known reading go to a human reviewer, Chinese names do not', () => {
  expect(japaneseReadings('安倍晋三')).toEqual({ names: [], isUnread: true });
  expect(search(index, { person: { fullName: '安倍晋三' } }).notCompared).toContainEqual({
    why: 'script_not_read',
    field: 'fullName',
    kind: 'Kanji',
  });
  for (const name of ['王小明', '习近平', '李克强', '毛泽东'])
    expect(japaneseReadings(name).isUnread).toBe(false);
});
