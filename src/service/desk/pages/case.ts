import { html } from 'hono/html';
import { isWaiting } from '../../reviews/claims.ts';
import { FEATURES } from '../../reviews/judgeCase.ts';
import { hasRole } from '../deskRoutes.ts';
import { pairOf } from '../placeFaces.ts';
import type { CaseView } from './caseView.ts';
import { decidedSection, decisionSection, linkSection, overturnSection } from './decision.ts';
import { hitsSection } from './hits.ts';
import { type Html, keyButton, layout, tokenField } from './layout.ts';
import { FACE_FRAME, type PlacedPicture } from './levelFace.ts';
import { measuredSection, personSection } from './measured.ts';
import { nextForm } from './queue.ts';
import { inWords } from './words.ts';

/** The page of a case. Its order keeps evidence from influencing the judgement of the faces. */
export function casePage(view: CaseView): Html {
  const { session, row, isHeld, isOverturning, judgement, evidence, idleMinutes, link } = view;
  const isReader = session.reviewer.role === 'viewer';
  const seesFaces = isHeld || isOverturning || isReader || evidence !== null;
  const hasChosen = judgement?.outcome != null;
  const isReviewer = hasRole(session.reviewer, 'reviewer');
  const acts = isHeld || isOverturning;
  const isDecided = row.status === 'approved' || row.status === 'declined';
  const canOverturn = isReviewer && isDecided && !isWaiting(row) && !isOverturning && !judgement?.applies_at;
  return layout({
    title: `Case ${row.id.slice(-8)}`,
    session,
    idleMinutes,
    main: html`<h1>Case <code>${row.id.slice(-8)}</code></h1>
      ${isHeld ? html`<div data-case="${row.id}">${toolbar(view)}</div>` : ''}
      ${acts || !isWaiting(row) ? '' : claimSection(view)}
      ${row.status === 'requires_input' && isReviewer ? linkSection(view, link) : ''}
      ${canOverturn ? overturnSection(view) : ''}
      ${cameIn(view)}
      ${seesFaces ? facesSection(view) : ''}
      ${acts && !evidence ? judgementSection(view) : ''}
      ${evidence ? html`<div id="evidence">${ownJudgement(view)}${measuredSection(view, evidence)}${personSection(evidence)}${hitsSection(view, evidence)}</div>` : ''}
      ${hasChosen ? decidedSection(view) : ''}
      ${acts && evidence && !hasChosen ? decisionSection(view) : ''}`,
  });
}

function toolbar({ session, row }: CaseView) {
  const base = `/desk/cases/${row.id}`;
  return html`<div class="row">
    ${nextForm(session)}
    <form method="post" action="${base}/release">${tokenField(session)}<button class="quiet">Release</button></form>
    <form class="row" method="post" action="${base}/skip">${tokenField(session)}
      <label>Pass on; reason: <select name="reason">
        <option value="hand on">not stated</option><option value="known person">I know the person</option>
        <option value="too hard">too difficult for me</option><option value="language">in another language</option>
      </select></label><button class="quiet">Pass on</button></form>
  </div>`;
}

function claimSection({ session, row, claimant, judgement }: CaseView) {
  if (judgement?.outcome != null) return '';
  if (session.reviewer.role === 'viewer')
    return html`<p class="small">You are viewing this case; every view is logged.</p>`;
  const claim = (text: string, fields: Html | string = '') =>
    html`<form class="row" method="post" action="/desk/cases/${row.id}/claim">${tokenField(session)}${fields}<button class="primary">${text}</button></form>`;
  if (!claimant) return claim('Claim this case');
  const takeover = html`<input type="hidden" name="takeover" value="yes"><label>Reason <input name="note" required maxlength="500"></label>`;
  return html`<section class="card"><p><strong>${claimant}</strong> claimed this case at
    <time>${row.claimed_at!.toISOString().slice(11, 16)} UTC</time>.</p>
    ${session.reviewer.role === 'administrator' ? claim('Take over', takeover) : ''}</section>`;
}

/** The request, without any result. */
function cameIn({ row, now, pictures, trail }: CaseView) {
  const { checks, consent } = row;
  const steps = pictures.filter((name) => name !== 'reference').length;
  return html`<section class="card" aria-labelledby="in-title"><h2 id="in-title">Submitted</h2>
    <dl class="pairs">
      <div><dt>Case opened</dt><dd>${row.created_at.toISOString().slice(0, 16).replace('T', ' ')} UTC</dd></div>
      <div><dt>Due</dt><dd>${row.due_at ? inWords(row.due_at, now) : 'as soon as you can'}</dd></div>
      <div><dt>Personal details</dt><dd>${checks.personalDetails.status === 'completed' ? 'submitted' : 'missing'}</dd></div>
      <div><dt>Selfie</dt><dd>${steps} pictures, and ${trail} small pictures between them</dd></div>
      <div><dt>Reference picture</dt><dd>${pictures.includes('reference') ? 'provided by the customer' : 'none'}</dd></div>
      <div><dt>Consent</dt><dd>${consent ? `given ${consent.at.slice(0, 16).replace('T', ' ')} UTC` : 'none'}</dd></div>
    </dl></section>`;
}

function facesSection({ row, pictures, placed, trail, now }: CaseView) {
  const base = `/desk/cases/${row.id}`;
  if (pictures.length === 0)
    return html`<section class="card"><h2>Faces</h2><p>No pictures: the person declined the face check, or the pictures were erased.</p></section>`;
  const src = (name: string) => pictureUrl(row.id, name);
  const [left, right] = pairOf(pictures);
  const hasReference = left === 'reference';
  const figure = (name: string, index: 0 | 1, alt: string, caption: string) =>
    html`<figure>${placed ? levelPicture(src(name), placed[index], alt) : image(src(name), alt)}<figcaption>${caption}</figcaption></figure>`;
  return html`<section class="card" aria-labelledby="faces-title" data-taken="${now.toISOString()}">
    <h2 id="faces-title">Faces</h2>
    <div class="pair" data-pair>
      ${figure(left, 0, hasReference ? 'Reference picture' : 'First picture of the selfie', hasReference ? 'Reference' : 'Selfie 1')}
      ${figure(right, 1, 'Picture of the selfie', `Selfie ${hasReference ? 1 : 2}`)}
    </div>
    <p class="small">${placed ? 'Both are rotated and scaled as a whole by the same rule: eyes level and equally far apart. Originals below.' : 'Originals: the eyes were not found in one of them.'}</p>
    <div class="row tools" data-needs-script hidden>
      <label>Zoom <input type="range" min="1" max="4" step="0.25" value="1" data-zoom data-action="zoom" data-key="z"></label>
      ${keyButton('Flip', 'flip', 'x', html`type="button" class="quiet" aria-pressed="false"`)}
      ${placed ? html`<button type="button" class="quiet" data-untouched aria-pressed="false">Originals</button>` : ''}
      <button type="button" class="quiet" data-grey aria-pressed="false">Grey</button>
      <button type="button" class="quiet" data-blur aria-pressed="false">Blur</button>
    </div>
    <ol class="strip" aria-label="All pictures, unchanged">${pictures.map(
      (name, index) =>
        html`<li><a href="${src(name)}" data-picture>${image(src(name), name === 'reference' ? 'The reference picture, unchanged' : `Picture ${index + (hasReference ? 0 : 1)} of ${pictures.length - (hasReference ? 1 : 0)} of the selfie`)}</a></li>`,
    )}</ol>
    ${
      trail > 0
        ? html`<details><summary>The small pictures between them (${trail})</summary><ol class="strip small-strip">${Array.from(
            { length: trail },
            (_, n) =>
              html`<li><img loading="lazy" src="${base}/trail/${n}" alt="Small picture ${n + 1}" draggable="false"></li>`,
          )}</ol></details>`
        : ''
    }
  </section>`;
}

function pictureUrl(id: string, name: string): string {
  return name === 'reference'
    ? `/desk/cases/${id}/reference`
    : `/desk/cases/${id}/frames/${name.split('/').at(-1)}`;
}

const image = (url: string, alt: string) =>
  html`<img src="${url}" alt="${alt}" draggable="false" decoding="async">`;

/** An aligned picture. It is an SVG because the policy of the page forbids inline styles. */
function levelPicture(url: string, { width, height, transform, untouched }: PlacedPicture, alt: string) {
  return html`<svg class="face" viewBox="0 0 ${FACE_FRAME.width} ${FACE_FRAME.height}" role="img" aria-label="${alt}">
    <image href="${url}" width="${width}" height="${height}" transform="${transform}" data-level="${transform}" data-came="${untouched}"/></svg>`;
}

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

function judgementSection({ session, row, pictures }: CaseView) {
  const hasReference = pictures.includes('reference');
  const question = hasReference ? 'Is it the same person?' : 'Is it one living person in all pictures?';
  const choice = (value: string, text: string, action: string, key: string) =>
    html`<label class="choice"><input type="radio" name="likeness" value="${value}" required data-action="${action}" data-key="${key}"> <span>${text} <kbd>${key}</kbd></span></label>`;
  return html`<section class="card" id="judgement" aria-labelledby="judge-title">
    <h2 id="judge-title">${question}</h2>
    <p class="small">Judge the faces before you see the measurements. Both are stored. Take your time.</p>
    <form method="post" action="/desk/cases/${row.id}/judgement">${tokenField(session)}
      <fieldset><legend>Your judgement</legend>
        <div class="scale">${STEPS.map(([value, text], index) => choice(value, hasReference ? text : ofOneTake(text), `likeness-${index + 1}`, String(index + 1)))}</div>
        ${choice('cannot_tell', 'I can’t tell', 'cannot-tell', '0')}
      </fieldset>
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

function ownJudgement({ judgement, pictures }: CaseView) {
  if (!judgement?.judged_at) return '';
  const step = STEPS.find(([value]) => value === String(judgement.likeness));
  const features = judgement.features ?? [];
  return html`<section class="card"><h2>Your judgement</h2>
    <p><strong>${step ? (pictures.includes('reference') ? step[1] : ofOneTake(step[1])) : 'I can’t tell'}</strong>${features.length > 0 ? html`, based on ${features.map((name) => name.replaceAll('_', ' ')).join(', ')}` : ''}</p></section>`;
}
