import type { Kysely } from 'kysely';
import type { LinkTexts as Messages } from '../../contract/link.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import type { Database } from '../db/schema.ts';
import { branding } from '../db/store/branding.ts';
import { fillIn } from './fillIn.ts';
import { languages, textsIn } from './languageTexts.ts';

const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];
/** Other spellings of language tags, used by browsers and people. */
const ALIASES: Record<string, string> = {
  no: 'nb',
  nn: 'nb',
  tl: 'fil',
  iw: 'he',
  in: 'id',
  pt: 'pt-BR',
  zh: 'zh-Hans',
  'zh-TW': 'zh-Hant',
  'zh-HK': 'zh-Hant',
  'zh-MO': 'zh-Hant',
  sr: 'sr-Cyrl',
};

/** More than any browser sends. To read a language tag costs far more than to send it. */
const MAX_RANGES = 10;
const MAX_CHARACTERS = 200;

/**
 * The language to show, from a language tag or an `Accept-Language` header (RFC 9110, section 12.5.4).
 * @returns `en` if no requested language is supported.
 */
export function bestLanguage(accepted: string | null | undefined): string {
  const parts = (accepted ?? '').slice(0, MAX_CHARACTERS).split(',', MAX_RANGES);
  const ranges = parts.map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    return { tag, quality: q ? Number(q.slice(2)) || 0 : 1 };
  });
  ranges.sort((one, other) => other.quality - one.quality);
  for (const { tag } of ranges) {
    const language = languageOf(tag);
    if (language) return language;
  }
  return 'en';
}

/** Writing direction of a language. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
}

function languageOf(tag: string): string | null {
  const known = languages.includes(tag) ? tag : ALIASES[tag];
  if (known) return known;
  let locale: Intl.Locale;
  try {
    locale = new Intl.Locale(tag);
  } catch {
    return null; // not a language tag
  }
  const { language, script, region } = locale;
  const latinAmerica = language === 'es' && region && region !== 'ES' ? ['es-419'] : [];
  const candidates = [
    locale.baseName,
    `${language}-${script}`,
    `${language}-${region}`,
    ...latinAmerica,
    language,
  ];
  for (const candidate of candidates) {
    if (languages.includes(candidate)) return candidate;
    const alias = ALIASES[candidate];
    if (alias) return alias;
  }
  return null;
}

/** The messages for a case's link, in the best supported language. Where the person is asked again, they say why. */
export async function messagesOf(
  { baseUrl }: { baseUrl: string },
  db: Kysely<Database>,
  { mode, expires_at: until, last_error: lastError }: Pick<CaseRow, 'mode' | 'expires_at' | 'last_error'>,
  { url, language: requested }: { url: string; language: string | null },
): Promise<Messages> {
  const { host } = new URL(baseUrl);
  const site = (await branding.find(db, mode))?.settings.name ?? host;
  const language = bestLanguage(requested);
  return { language, ...linkMessages(language, { url, site, host, until, code: lastError?.code ?? '' }) };
}

/**
 * Writes the messages to send with a link: the name of the site, the deadline, the host of the page, and that the page
 * asks for no password and no money.
 * @param until the latest time at which the link ends.
 * @param code of the last error of the case.
 */
function linkMessages(
  language: string,
  { url, site, host, until, code }: { url: string; site: string; host: string; until: Date; code: string },
): Omit<Messages, 'language'> {
  const { mail, again } = textsIn(language);
  // The language places the name of the zone: the person's own is not known here.
  const format = new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  });
  const values = { site, host, date: format.format(until) };
  const [subject, open, ends, runs, never, ignore] = [
    mail.subject,
    mail.open,
    mail.until,
    mail.host,
    mail.never,
    mail.ignore,
  ].map((text) => fillIn(text, values)) as [string, string, string, string, string, string];
  const dir = directionOf(language);
  const lead = sentence(subject, never);
  const why = (again[code] ?? []).map((text) => sentence(text, never));
  const paragraphs = [
    ...[lead, ...why].map(escaped),
    `${escaped(open)}<br><a href="${escaped(url)}">${escaped(url)}</a>`,
    ...[ends, runs, never, ignore].map(escaped),
  ]
    .map((text) => `<p>${text}</p>`)
    .join('\n');
  return {
    email: {
      subject,
      text: [lead, ...why, `${open}\n${url}`, ends, runs, never, ignore].join('\n\n'),
      html: `<div lang="${language}" dir="${dir}">\n${paragraphs}\n</div>`,
    },
    sms: [lead, ...why, ends, never, url].join('\n'),
  };
}

/** A heading as a sentence, with the sign that ends another one of the language: Thai has none. */
function sentence(heading: string, other: string): string {
  const sign = /[\p{Po}]$/u.exec(other)?.[0] ?? '';
  return /\p{Po}$/u.test(heading) ? heading : `${heading}${sign}`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
