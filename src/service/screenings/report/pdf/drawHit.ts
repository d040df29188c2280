import type { Hit } from '../../../../contract/hit.ts';
import { parts } from './parts.ts';
import type { Sheet } from './Sheet.ts';
import { lineColor, textStyles } from './textStyles.ts';
import { time } from './time.ts';

/** One hit: what the list says, what met what with which weight, and what was said of it. */
export function drawHit(sheet: Sheet, hit: Hit, number: number): void {
  const { entity } = hit;
  sheet.need(120);
  if (number > 1) {
    sheet.y += 6;
    sheet.rule(sheet.body, lineColor);
    sheet.y += 8;
  }
  sheet.text(`${number}.  \u2068${entity.name}\u2069`, sheet.body, textStyles.hit);
  const open = hit.endedAt ? 'open; no list has it any more' : 'open';
  const score = `score ${hit.score.toFixed(4)}${hit.strength ? `, ${hit.strength}` : ''}`;
  sheet.text(`${score} · ${hit.resolution ? words(hit.resolution) : open}`, sheet.body, textStyles.strong);
  sheet.y += 3;
  says(sheet, hit);
  why(sheet, hit);
  said(sheet, hit);
}

function says(sheet: Sheet, { lists, topics, sources, entity }: Hit): void {
  const field = (label: string, value: string | readonly string[] | null) => parts.field(sheet, label, value);
  field('Lists', lists);
  field('Topics', topics);
  field(
    'Entries',
    sources.map(({ id, list, sourceUrl }) => [id, `(${list})`, sourceUrl].filter(Boolean).join(' ')),
  );
  field('Programmes', entity.programmes);
  field('Listed on', entity.listedOn);
  field('Kind', entity.kind);
  field('Also known as', entity.aliases.slice(0, MOST_ALIASES));
  if (entity.aliases.length > MOST_ALIASES) field('', `and ${entity.aliases.length - MOST_ALIASES} more`);
  field('Dates of birth', entity.birthDates);
  field('Places of birth', entity.placesOfBirth);
  field('Gender', entity.gender);
  field('Countries', entity.countries);
  field(
    'Numbers',
    entity.identifiers.map(({ country, type, number }) => [country, type, number].filter(Boolean).join(' ')),
  );
  field('Position', entity.position);
  field('Remarks', entity.remarks);
}

const MOST_ALIASES = 40;

function why(sheet: Sheet, { explain }: Hit): void {
  const { name, dateOfBirth, country, identifiers, weights } = explain;
  parts.field(sheet, 'Name compared', name?.text ?? 'Not met; a number alone was.');
  if (name?.transliteration && name.transliteration !== name.given?.toLowerCase())
    parts.field(sheet, 'In Latin letters', `${name.transliteration} / ${name.listedTransliteration ?? ''}`);
  const leftOut = name?.leftOut.map(({ text, side, reason }) => `${text} (${side}): ${reason}`) ?? [];
  parts.field(sheet, 'Left out', leftOut);
  parts.field(sheet, 'Date of birth', dateOfBirth.text);
  parts.field(sheet, 'Country', country.text);
  parts.field(sheet, 'Numbers compared', identifiers?.text ?? null);
  if (!weights) return;
  const terms = weights.terms.map(({ value, text }) => `${signed(value)}  ${text}`);
  parts.field(sheet, 'Terms of the score', terms.join('\n'));
  parts.field(
    sheet,
    '',
    `= ${weights.sum.toFixed(3)}, which gives ${weights.score.toFixed(4)}`,
    textStyles.strong,
  );
}

function said(sheet: Sheet, { resolution, reasonCode, note, earlier }: Hit): void {
  if (resolution) {
    const reason = reasonCode ? `, ${words(reasonCode)}` : '';
    parts.field(sheet, 'Decision', `${words(resolution)}${reason}`, textStyles.strong);
    parts.field(sheet, 'Note', note);
  }
  for (const before of earlier) {
    const what = [words(before.resolution), before.reasonCode && words(before.reasonCode), time(before.at)];
    const changed = before.changed.length > 0 ? `Changed since: ${before.changed.join(', ')}.` : '';
    parts.field(
      sheet,
      'Earlier',
      [what.filter(Boolean).join(', '), before.note, changed].filter(Boolean).join('\n'),
    );
  }
}

function words(code: string): string {
  return code.replaceAll('_', ' ');
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}
