import { html, raw } from 'hono/html';
import type { QueueFigures } from '../../db/store/reviewQueue.ts';
import type { DeskSession } from '../deskEnv.ts';
import { layout } from './layout.ts';
import { table } from './table.ts';
import { inWords } from './words.ts';

interface Figures {
  session: DeskSession;
  now: Date;
  figures: QueueFigures;
  decided: { hour: Date; count: number }[];
  agreement: { pairs: number; agreed: number };
}

/** Figures of the team; none concern a single person. */
export function figuresPage({ session, now, figures, decided, agreement }: Figures) {
  const hours = Array.from({ length: 24 }, (_, index) => hourBefore(now, 23 - index));
  const counts = hours.map(
    (hour) => decided.find((one) => one.hour.getTime() === hour.getTime())?.count ?? 0,
  );
  const share =
    agreement.pairs === 0
      ? 'none yet'
      : `${Math.round((100 * agreement.agreed) / agreement.pairs)} % of ${agreement.pairs}`;
  return layout({
    title: 'Figures',
    here: 'figures',
    session,
    main: html`<h1>Team figures</h1>
      <dl class="figures">
        <div><dt>Waiting</dt><dd>${figures.waiting}</dd></div>
        <div><dt>Overdue</dt><dd>${figures.overdue}</dd></div>
        <div><dt>Oldest due</dt><dd>${figures.oldest ? inWords(figures.oldest, now) : 'none'}</dd></div>
        <div><dt>First and second reviewer agree, 30 days</dt><dd>${share}</dd></div>
      </dl>
      <h2 id="decided">Decisions per hour, last 24 hours (UTC)</h2>
      ${raw(bars(hours, counts))}
      <details><summary>Show as a table</summary>
        ${table({
          label: 'Decisions per hour',
          columns: ['Hour', 'Decided'],
          rows: hours.map((hour, index) => [
            `${hour.toISOString().slice(0, 13).replace('T', ' ')}:00`,
            counts[index]!,
          ]),
        })}
      </details>`,
  });
}

function hourBefore(now: Date, hours: number): Date {
  return new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000 - hours * 3_600_000);
}

/** Contains numbers only, so nothing has to be escaped. */
function bars(hours: readonly Date[], counts: readonly number[]): string {
  const max = Math.max(1, ...counts);
  const rects = counts.map((count, index) => {
    const height = (count / max) * 80;
    return `<rect x="${index * 10 + 21}" y="${(90 - height).toFixed(1)}" width="8" height="${height.toFixed(1)}"/>`;
  });
  const labels = hours.flatMap((hour, index) =>
    index % 6 === 5
      ? [`<text x="${index * 10 + 25}" y="101" text-anchor="middle">${hour.getUTCHours()}:00</text>`]
      : [],
  );
  const scale = `<text x="16" y="14" text-anchor="end">${max}</text><text x="16" y="92" text-anchor="end">0</text>`;
  return `<svg class="bars" viewBox="0 0 262 106" role="img" aria-labelledby="decided">${rects.join('')}<path d="M20 10v81h242"/>${scale}${labels.join('')}</svg>`;
}
