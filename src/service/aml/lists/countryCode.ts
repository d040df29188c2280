/**
 * ISO 3166-1 alpha-2 code of a country as lists write it ("Korea, North", "Iran (Islamic Republic of)",
 * "IR"), or null. Plain English names come from the platform (CLDR).
 */
export function countryCode(text: string): string | null {
  const name = text.trim();
  if (/^[A-Za-z]{2}$/.test(name)) return codes().has(name.toUpperCase()) ? name.toUpperCase() : null;
  const key = plain(name);
  return byName().get(key) ?? byName().get(plain(name.replace(/\(.*/, ''))) ?? null;
}

function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/\bst\.? /g, 'saint ')
    .replace(/['’]/g, ' ')
    .replace(/[^a-z]+/g, ' ')
    .replace(/\b(possibly|the|of|s)\b/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

let names: Map<string, string> | undefined;
let known: Set<string> | undefined;

function byName(): Map<string, string> {
  names ??= new Map([...regions().map(([code, name]) => [plain(name), code] as const), ...otherNames()]);
  return names;
}

function codes(): Set<string> {
  known ??= new Set(regions().map(([code]) => code));
  return known;
}

function regions(): [string, string][] {
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters
    .flatMap((a) => letters.map((b) => a + b))
    .filter(
      (code) =>
        !/^(EU|EZ|UN|QO|X[A-J,L-Z]|ZZ|SU|DD|YU|CS|FX|TP|ZR|BU|UK|AN|NT|YD|RH|HV|DY|VD|NH|CT|FQ|JT|MI|NQ|PC|PU|PZ|WK|AC|CP|CQ|DG|EA|IC|TA)$/.test(
          code,
        ),
    )
    .flatMap((code) => {
      const name = english.of(code);
      return name ? [[code, name] as [string, string]] : [];
    });
}

/** Names in use on the lists that CLDR doesn't know. */
function otherNames(): [string, string][] {
  const text = `
    AE uae|emirates; BA bosnia|bosnia herzegovina; BN brunei darussalam; BO bolivia plurinational state;
    BY byelorussia; CD congo democratic republic|democratic republic congo|drc|dr congo|zaire;
    CG congo|republic congo|congo republic; CI ivory coast|cote d ivoire; CN people s republic china;
    CV cape verde; CZ czech republic; FM federated states micronesia; GB uk|great britain|england|scotland|
    united kingdom great britain and northern ireland; GM gambia; HK hong kong; IR iran islamic republic|
    islamic republic iran; KP korea north|democratic people s republic korea|democratic people s republic of korea|dprk|korea democratic people s republic;
    KR korea south|republic korea|korea republic; LA lao people s democratic republic|lao pdr; LY libyan arab jamahiriya|
    state libya; MD republic moldova|moldova republic; MK macedonia|north macedonia republic|former yugoslav republic macedonia;
    MM burma|myanmar; MO macau; PS palestine|palestinian|palestinian territory occupied|state palestine|occupied palestinian territories|
    west bank|gaza|region gaza|gaza strip; RU russian federation|ussr|soviet union; SY syrian arab republic; SZ swaziland;
    TL east timor; TR turkiye|turkey; TW taiwan province china; TZ united republic tanzania|tanzania united republic;
    US usa|united states america; VA holy see|vatican; VE venezuela bolivarian republic; VN viet nam; XK kosovo;
    YE yemen republic|republic yemen; TT trinidad and tobago; SK slovak republic; CF central african rep; EG arab republic egypt;
    KG kyrgyz republic; GB british; SA kingdom saudi arabia; AF islamic emirate afghanistan; SO federal republic somalia`;
  return text.split(';').flatMap((entry) => {
    const [code = '', ...words] = entry.trim().split(/\s+/);
    return words
      .join(' ')
      .split('|')
      .map((name) => [plain(name), code] as [string, string]);
  });
}
