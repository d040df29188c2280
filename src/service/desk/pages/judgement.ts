import { html } from 'hono/html';
import type { Life } from '../../db/reviewTables.ts';
import type { JudgementRow } from '../../db/store/judgements.ts';
import { FEATURES } from '../../reviews/judgeCase.ts';
import type { CaseView } from './caseView.ts';
import { type Html, tokenField } from './layout.ts';

/** The scale used in research on face matching: seven steps, and one for "cannot tell". */
const STEPS = [
  ['-3', 'Definitely a different person'],
  ['-2', 'Probably a different person'],
  ['-1', 'Possibly a different person'],
  ['0', 'Undecided'],
  ['1', 'Possibly the same person'],
  ['2', 'Probably the same person'],
  ['3', 'Definitely the same person'],
] as const;

/** What was before the camera; a question of its own, because a photograph of one person shows one person too. */
const LIFE: readonly (readonly [life: Life, text: string, action: string, key: string])[] = [
  ['alive', 'A living person', 'life-yes', '8'],
  ['not_alive', 'A photograph, a screen or a mask', 'life-no', '9'],
  ['cannot_tell', 'I can’t tell', 'life-unsure', '-'],
];

/** The two questions about the faces, before anything that was measured. */
export function judgementSection({ session, row, pictures }: CaseView): Html {
  const hasReference = pictures.includes('reference');
  const choice = ([name, value, text, action, key]: readonly [string, string, string, string, string]) =>
    html`<label class="choice"><input type="radio" name="${name}" value="${value}" required data-action="${action}" data-key="${key}"> <span>${text} <kbd>${key}</kbd></span></label>`;
  return html`<section class="card" id="judgement" aria-labelledby="judge-title">
    <h2 id="judge-title">Your judgement</h2>
    <p class="small">Judge the faces before you see the measurements. Both are stored. Take your time.</p>
    <form method="post" action="/desk/cases/${row.id}/judgement" data-part>${tokenField(session)}
      <fieldset><legend>${hasReference ? 'Is it the same person?' : 'Is it one person in all pictures?'}</legend>
        <div class="scale">${STEPS.map(([value, text], index) =>
          choice([
            'likeness',
            value,
            hasReference ? text : ofOneTake(text),
            `likeness-${index + 1}`,
            String(index + 1),
          ]),
        )}${choice(['likeness', 'cannot_tell', 'I can’t tell', 'cannot-tell', '0'])}</div>
      </fieldset>
      <fieldset><legend>Was a living person in front of the camera?</legend>
        <div class="scale life">${LIFE.map((one) => choice(['life', ...one]))}</div></fieldset>
      <fieldset><legend>Based on</legend><div class="ticks">${FEATURES.map(
        (name) =>
          html`<label class="tick"><input type="checkbox" name="feature" value="${name}"> ${name.replaceAll('_', ' ')}</label>`,
      )}</div></fieldset>
      <button class="primary">Save my judgement</button>
    </form></section>`;
}

/** The wording if there is no reference picture: the pictures of the selfie are compared with one another. */
function ofOneTake(text: string): string {
  return text.replace('a different person', 'different people').replace('the same person', 'one person');
}

/** A judgement in words, such as `Probably one person; a living person; based on ears, nose`. */
export function judgementWords(
  { likeness, life, features }: Pick<JudgementRow, 'likeness' | 'life' | 'features'>,
  { hasReference }: { hasReference: boolean },
): string {
  const step = STEPS.find(([value]) => value === String(likeness))?.[1];
  const alive = LIFE.find(([value]) => value === life);
  return [
    step ? (hasReference ? step : ofOneTake(step)) : 'I can’t tell',
    alive && (life === 'cannot_tell' ? 'can’t tell whether alive' : alive[1].toLowerCase()),
    features?.length ? `based on ${features.map((name) => name.replaceAll('_', ' ')).join(', ')}` : '',
  ]
    .filter(Boolean)
    .join('; ');
}

/** The reviewer's own judgement, once it is stored. */
export function ownJudgement({ judgement, pictures }: CaseView): Html | '' {
  if (!judgement?.judged_at) return '';
  return html`<section class="card" aria-labelledby="own-title"><h2 id="own-title" tabindex="-1">Your judgement</h2>
    <p>${judgementWords(judgement, { hasReference: pictures.includes('reference') })}</p></section>`;
}
