import { html } from 'hono/html';
import { enSelfie } from '../../../texts/en/enSelfie.ts';
import type { CaseView } from './caseView.ts';
import { type Html, keyButton } from './layout.ts';
import { FACE_FRAME, type PlacedPicture } from './levelFace.ts';

/** A picture as the page names and shows it. */
interface Picture {
  url: string;
  label: string;
  placed: PlacedPicture | null;
}

/** The pictures of a case: two side by side, each chosen by the reviewer, all of them unchanged, and the take. */
export function facesSection(view: CaseView): Html {
  const { pictures, faces, now } = view;
  if (pictures.length === 0)
    return html`<section class="card"><h2>Faces</h2><p>No pictures: the person declined the face check, or the pictures were erased.</p></section>`;
  const known = new Map(pictures.map((name) => [name, pictureOf(view, name)]));
  const [left, right] = (faces?.pair ?? [pictures[0]!, pictures[1] ?? null]).map(
    (name) => (name && known.get(name)) || null,
  );
  return html`<section class="card faces" aria-labelledby="faces-title" data-taken="${now.toISOString()}" data-faces>
    <h2 id="faces-title">Faces</h2>
    <div class="viewer" data-viewer>
      <div class="pair" data-pair>${[left, right].map((shown, side) => (shown ? figure(shown, side, [...known.values()]) : ''))}</div>
      ${tools({ canAlign: [...known.values()].some(({ placed }) => placed !== null) })}
    </div>
    <p class="small">${alignment([left ?? null, right ?? null])}</p>
    <ol class="strip" aria-label="All pictures, unchanged">${[...known.values()].map(
      ({ url, label }) =>
        html`<li><a href="${url}" data-picture="${label}">${image(url, `${label}, unchanged`)}<span class="small">${label}</span></a></li>`,
    )}</ol>
    ${takePart(view)}
  </section>`;
}

function pictureOf({ row, faces, take }: CaseView, name: string): Picture {
  const placed = faces?.placed.get(name) ?? null;
  if (name === 'reference') return { url: pictureUrl(row.id, name), label: 'Reference', placed };
  const n = Number(name.split('/').at(-1));
  const step = take?.steps.find((one) => one.n === n)?.step;
  return {
    url: pictureUrl(row.id, name),
    label: `Selfie ${n + 1}${step ? `: ${enSelfie.shown[step]}` : ''}`,
    placed,
  };
}

const SIDES = ['Left', 'Right'] as const;

/** One side. Its caption names the picture that it shows; with a script it chooses another one. */
function figure(shown: Picture, side: number, all: readonly Picture[]): Html {
  const { url, label, placed } = shown;
  return html`<figure data-side="${SIDES[side]!.toLowerCase()}">
    <svg class="face" viewBox="0 0 ${FACE_FRAME.width} ${FACE_FRAME.height}" role="img" aria-label="${label}"><g data-mirror>${
      placed
        ? html`<image href="${url}" width="${placed.width}" height="${placed.height}" transform="${placed.transform}"/>`
        : html`<image href="${url}" width="${FACE_FRAME.width}" height="${FACE_FRAME.height}"/>`
    }</g></svg>
    <figcaption><span data-without-script>${label}</span>
      <label data-needs-script hidden><span>${SIDES[side]}</span> <select data-choose>${all.map(
        (one) =>
          html`<option value="${one.url}" data-placed="${one.placed ? JSON.stringify(one.placed) : ''}" ${one === shown ? html`selected` : ''}>${one.label}</option>`,
      )}</select></label></figcaption></figure>`;
}

function tools({ canAlign }: { canAlign: boolean }): Html {
  const range = (
    name: string,
    text: string,
    [min, max, step, value]: readonly [number, number, number, number],
  ) =>
    html`<label>${text} <input type="range" min="${min}" max="${max}" step="${step}" value="${value}" data-tool="${name}" ${name === 'zoom' ? html`data-action="zoom" data-key="z"` : ''}></label>`;
  const press = (name: string, text: string) =>
    html`<button type="button" class="quiet" data-tool="${name}" aria-pressed="false">${text}</button>`;
  return html`<div class="tools" data-needs-script hidden role="group" aria-label="Viewer">
    <div class="row">${range('zoom', 'Zoom', [1, 6, 0.25, 1])}${range('contrast', 'Contrast', [0.5, 2.5, 0.1, 1])}${range('brightness', 'Light', [0.5, 2, 0.1, 1])}</div>
    <div class="row">
      ${keyButton('Flip', 'flip', 'x', html`type="button" class="quiet" data-tool="flip" aria-pressed="false"`)}
      ${press('overlay', 'Overlay')}
      <label data-share hidden>Share <input type="range" min="0" max="1" step="0.05" value="0.5" data-tool="share"></label>
      ${press('mirror', 'Mirror right')}
      ${canAlign ? press('originals', 'Originals') : ''}
      ${press('grey', 'Grey')} ${press('blur', 'Blur')}
      <button type="button" class="quiet" data-tool="screen">Full screen</button>
      <button type="button" class="quiet" data-tool="reset">Reset</button>
    </div>
    <p class="small" role="status" data-shown></p>
  </div>`;
}

function alignment(shown: readonly (Picture | null)[]): string {
  const pair = shown.filter((one) => one !== null);
  if (pair.every(({ placed }) => placed === null)) return 'Unchanged: no eyes were found.';
  const rest = pair.every(({ placed }) => placed) ? '' : ' One is unchanged: its eyes were not found.';
  return `Rotated and scaled as a whole until the eyes are level and equally far apart; a turned head by the height from eyes to chin.${rest} The strip shows all pictures unchanged.`;
}

/** The frames between the pictures, played at their times with the steps that they belong to. */
const LOSSES = {
  picture_missing: 'The motion frames are missing from the store of pictures (picture_missing).',
  picture_altered: 'The motion frames were altered in the store of pictures (picture_altered).',
  away: 'The store of pictures does not answer. Load the page again in a while.',
} as const;

function takePart({ row, take }: CaseView): Html | '' {
  const { trail = [], steps = [], loss = null } = take ?? {};
  if (loss) return html`<p role="alert" data-loss="${loss}">${LOSSES[loss]}</p>`;
  if (trail.length === 0) return '';
  const stepAt = (at: number) => {
    const step = steps.findLast(({ atMs }, index) => index === 0 || (atMs !== null && atMs <= at))?.step;
    return step ? enSelfie.shown[step] : '';
  };
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return html`<details data-take><summary>Motion frames (${trail.length})</summary>
    <div class="row tools" data-needs-script hidden>
      <button type="button" data-play aria-pressed="false">Play on the right</button>
      <label>Frame <input type="range" min="0" max="${trail.length - 1}" step="1" value="0" data-frame></label>
    </div>
    <ol class="strip small-strip">${trail.map(
      (at, n) =>
        html`<li><a href="/desk/cases/${row.id}/trail/${n}" data-trail="${at}" data-picture="Motion frame at ${seconds(at)}: ${stepAt(at)}"><img loading="lazy" src="/desk/cases/${row.id}/trail/${n}" alt="Motion frame at ${seconds(at)}" draggable="false"><span class="small">${seconds(at)} ${stepAt(at)}</span></a></li>`,
    )}</ol></details>`;
}

function pictureUrl(id: string, name: string): string {
  return name === 'reference'
    ? `/desk/cases/${id}/reference`
    : `/desk/cases/${id}/frames/${name.split('/').at(-1)}`;
}

const image = (url: string, alt: string) =>
  html`<img src="${url}" alt="${alt}" draggable="false" decoding="async">`;
