import { html } from 'hono/html';
import type { CaseFile, readErased } from '../compliance/readCaseFile.ts';
import { inWords } from '../compliance/words.ts';
import { timeOf } from './time.ts';

export interface FileMore {
  /** The results of reading after the erasure; `null` before. */
  erased: Awaited<ReturnType<typeof readErased>> | null;
  /** When this demo deletes the visitor and has the service erase the case. */
  goneAt: Date;
}

const NOTHING = 'nothing';

/** The decision with its author and reasons, and the facts that were and were not established. */
export function decisionPart({ case: caseView }: CaseFile) {
  const { decision, assurance, mode } = caseView;
  const established = (name: string, value: string, means: string, answer = inWords(value)) =>
    html`<tr data-value="${value}"><th scope="row">${name}</th><td><strong>${answer}</strong></td><td>${means}</td></tr>`;
  const isUnmeasured = decision?.outcome === 'approved' && assurance.liveness !== 'pass' && mode === 'test';
  return html`${
    decision
      ? html`<p><strong>${inWords(decision.outcome)}</strong> by ${decision.by === 'policy' ? 'the rules of the case' : `a person, ${decision.reviewer ?? 'whose id is not known'}`},
          ${timeOf(decision.at)}${decision.revision > 1 ? `, decided ${decision.revision} times` : ''}.
          ${decision.reasons.length > 0 ? html`Because: ${decision.reasons.map(inWords).join('; ')}.` : 'Every check that the rules ask for was passed.'}</p>`
      : html`<p>Nothing is decided yet.</p>`
  }
  ${isUnmeasured ? html`<p class="check" data-verdict="bad" data-test-mode>Approved because this is test mode: the face was not measured. In live mode a reviewer would decide.</p>` : ''}
  <table><caption>What was established</caption>
    <thead><tr><th scope="col">Question</th><th scope="col">Answer</th><th scope="col">What that means</th></tr></thead>
    <tbody>
      ${established('Was a face there that followed the challenge?', assurance.liveness, LIVENESS[assurance.liveness])}
      ${established('Is it the face of a reference picture?', assurance.faceMatch, comparedWith(assurance))}
      ${established('Was a document read?', assurance.document, DOCUMENT[assurance.document], assurance.document === 'not_performed' ? 'no' : undefined)}
      ${established('Is the document genuine?', assurance.documentAuthenticity, 'No machine here establishes that, whatever it read.', 'not established')}
      ${established('Is the name on a list?', assurance.aml, AML[assurance.aml])}
    </tbody></table>`;
}

type Assurance = CaseFile['case']['assurance'];

const LIVENESS: Record<Assurance['liveness'], string> = {
  pass: 'One face followed movements that were drawn at random, in one take.',
  fail: 'The movements were not followed as asked.',
  inconclusive: 'The pictures did not allow a judgement.',
  not_performed: 'No take without a gap was measured.',
};

const DOCUMENT: Record<Assurance['document'], string> = {
  not_performed: 'None was shown, or none could be read.',
  captured: 'Pictures of a document that no machine reads: a person looks at them.',
  read: 'Its machine-readable zone was read, and compared as told below.',
  read_by_reviewer: 'A reviewer typed what stands on it.',
};

const AML: Record<Assurance['aml'], string> = {
  clear: 'No entry of the lists below resembles what was claimed.',
  not_performed: 'Nothing was screened.',
  processing: 'The screening is not finished.',
  possible_match: 'An entry of the lists below may be this person: a person decides.',
  not_comparable: 'The name could not be compared: a person decides.',
  confirmed_match: 'A person has confirmed that an entry of the lists below is this person.',
  unavailable: 'The lists could not be read.',
};

function comparedWith({ faceMatch, reference }: Assurance): string {
  const picture = {
    none: 'There was no picture to compare with: who the face belongs to was not established.',
    customer: 'the picture that the site gave',
    credential: 'the portrait of the credential',
    document: 'the picture in the document',
  }[reference];
  if (reference === 'none') return picture;
  return faceMatch === 'not_performed' ? `Not compared with ${picture}.` : `Compared with ${picture}.`;
}

/** The text of the consent. The page computes its SHA-256 again. */
export function consentPart({ consent, case: caseView }: CaseFile) {
  if (!consent) {
    return html`<p>${caseView.redaction ? 'Erased with the case.' : 'Not given yet.'}</p>`;
  }
  const { at, textVersion, locale, face, biometric, textHash, text } = consent;
  return html`<dl class="facts">
    <div><dt>Given</dt><dd>${timeOf(at)}</dd></div>
    <div><dt>To the check</dt><dd>${biometric ? 'yes' : 'no'}</dd></div>
    <div><dt>To measuring the face</dt><dd>${face ? 'yes, asked separately' : 'no'}</dd></div>
    <div><dt>Version of the text</dt><dd><code>${textVersion}</code> in <code>${locale}</code></dd></div>
    <div><dt>SHA-256 of the words</dt><dd><code data-hash>${textHash ?? 'the page sent none'}</code></dd></div>
  </dl>
  ${
    text === null
      ? html`<p>The page did not say which words were shown.</p>`
      : html`<p class="check" data-check="consent" role="status">Your browser has not computed it yet.</p>
        <details><summary>The words that were on the screen</summary><pre class="words" data-words tabindex="0">${text}</pre></details>`
  }`;
}

/** Each measurement with its threshold, then the limits of a passed check. */
export function measuredPart({ selfie }: CaseFile) {
  if (!selfie) return html`<p>No selfie was taken.</p>`;
  const { challenge, liveness, faceMatch, signals, engine, reasons, status, attempt } = selfie;
  const share = (score: number | null) => (score === null ? 'not measured' : score.toFixed(2));
  const rows: [string, string, string][] = [
    [
      'Movements that were asked for',
      challenge.steps.map(inWords).join(', '),
      'drawn at random; none is known before',
    ],
    ['Share of them that was met', share(liveness.score), 'all: 1.00'],
    [
      'Length of the take',
      signals.timing ? `${(signals.timing.durationMs / 1000).toFixed(1)} s` : 'not measured',
      '120 s, longer on request',
    ],
    [
      'Longest gap in it',
      signals.timing ? `${Math.round(signals.timing.longestGapMs)} ms` : 'not measured',
      '500 ms',
    ],
    ['Likeness to the reference picture', share(faceMatch.score), 'another face below 0.50'],
    ['Change of the surroundings', share(signals.background), 'none: evidence for a reviewer'],
    ['Reused pictures', signals.replayOf ? signals.replayOf.caseId : NOTHING, 'any: a spoof'],
    ['A camera that is a program', signals.cameraLabel ?? 'not named', 'none: evidence for a reviewer'],
  ];
  return html`<p>Attempt ${attempt}: <strong>${inWords(status)}</strong>, by ${engine ? html`<code>${engine.name} ${engine.version}</code>` : 'no engine'}.
    ${reasons.length > 0 ? html`Because ${reasons.map(inWords).join('; ')}.` : ''}</p>
  <table><caption>Measured by the service, on its own</caption>
    <thead><tr><th scope="col">What</th><th scope="col">Measured</th><th scope="col">Limit</th></tr></thead>
    <tbody>${rows.map(([label, measured, limit]) => html`<tr><th scope="row">${label}</th><td>${measured}</td><td>${limit}</td></tr>`)}</tbody></table>
  <h3>Not established, even by a passed check</h3>
  <ul class="not">
    <li>That a person of flesh was there: a face animated in real time, through a virtual camera, can follow a challenge.</li>
    <li>Who the person is, without a reference picture.</li>
    <li>That the take is not a film: a fresh one that follows the challenge passes.</li>
    <li>That two people are different: close relatives may pass for each other.</li>
  </ul>`;
}

/** The lists with their dates, and each hit with the matches. */
export function listsPart({ screening }: CaseFile) {
  if (!screening) return html`<p>Not screened.</p>`;
  const { dataset, hits, status, criteria, totalHits, completedAt } = screening;
  return html`<p><strong>${status.replaceAll('_', ' ')}</strong>${completedAt ? html`, ${timeOf(completedAt)}` : ''},
    ${totalHits ?? 0} hits from a score of ${criteria.threshold} on.</p>
  <table><caption>Version ${dataset?.version ?? 'unknown'}</caption>
    <thead><tr><th scope="col">List</th><th scope="col">Version</th><th scope="col">Published</th><th scope="col">Entries</th></tr></thead>
    <tbody>${(dataset?.lists ?? []).map(
      ({ name, version, publishedAt, entities }) =>
        html`<tr><th scope="row">${name}</th><td>${version}</td><td>${publishedAt?.slice(0, 10) ?? 'not dated'}</td><td>${entities}</td></tr>`,
    )}</tbody></table>
  ${hits.map(hitOf)}
  <p class="actions"><a class="small-button" href="/file/report.pdf">Report as PDF</a> <a class="small-button" href="/file/report.json">as JSON</a></p>`;
}

function hitOf({
  entity,
  score,
  strength,
  lists,
  topics,
  explain,
  resolution,
}: NonNullable<CaseFile['screening']>['hits'][number]) {
  const compared: [string, string | undefined][] = [
    ['Name', explain.name?.text],
    ['Date of birth', explain.dateOfBirth.text],
    ['Country', explain.country.text],
    ['Numbers', explain.identifiers?.text],
  ];
  const rows = compared.filter(([, text]) => text);
  return html`<article class="hit"><h3>${entity.name}</h3>
    <p>Score ${score.toFixed(2)}${strength ? `, ${strength}` : ''} · ${lists.join(', ')} · ${topics.map(inWords).join(', ')} · ${resolution ? inWords(resolution) : 'open'}</p>
    <dl class="facts">${rows.map(([label, text]) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl></article>`;
}

/** The lines of the audit log; the page verifies their seal. */
export function accessPart({ audit }: CaseFile) {
  return html`<p>Each read of something personal is a line, your reading of this page too. The service links all lines of
    its log under a key that never leaves it, and <code>idv-verify-service audit verify</code> checks that chain. For this page the
    back end sealed the lines once more, and your browser verifies that seal.</p>
  <p class="check" data-check="audit" role="status">Your browser has not verified it yet.</p>
  <table data-audit><caption>Lines of this case, oldest first</caption>
    <thead><tr><th scope="col">When</th><th scope="col">Who</th><th scope="col">What</th><th scope="col">Place in the chain</th></tr></thead>
    <tbody>${audit.map(
      ({ id, at, actor, role, action, position }) =>
        html`<tr data-line="${id}"><td>${timeOf(at)}</td><td><code>${actor.slice(-6)}</code> ${role}</td><td><span data-action>${action}</span></td><td>${position ?? 'not sealed yet'}</td></tr>`,
    )}</tbody></table>
  <p><button type="button" class="small-button" data-tamper>Change one line</button></p>`;
}

/** The retention of each kind of data, and the button that erases it now. */
export function erasurePart({ case: caseView }: CaseFile, erased: FileMore['erased'], goneAt: Date) {
  if (erased) {
    return html`<p><strong>Erased</strong> ${timeOf(caseView.redaction!.at)}. The key of this case is destroyed: no row, log of writes or
      backup of the database opens what it sealed. Read again:</p>
    <table data-nulls><caption>What the service answers now</caption>
      <tbody>${Object.entries(erased.fields).map(
        ([name, value]) =>
          html`<tr><th scope="row"><code>case.${name}</code></th><td><code>${JSON.stringify(value)}</code></td></tr>`,
      )}${erased.reads.map(([name, answer]) => html`<tr><th scope="row">${name}</th><td><code>${answer}</code></td></tr>`)}</tbody></table>`;
  }
  return html`<table><caption>On a service of your own, unless you set it otherwise</caption>
    <thead><tr><th scope="col">What</th><th scope="col">How long</th><th scope="col">Setting</th></tr></thead>
    <tbody>
      <tr><th scope="row">Pictures and measurements</th><td>30 days after the end</td><td><code>RETENTION_BIOMETRICS_DAYS</code></td></tr>
      <tr><th scope="row">Details as they were typed</th><td>90 days after the end</td><td><code>RETENTION_DETAILS_DAYS</code></td></tr>
      <tr><th scope="row">Evidence of the decision</th><td>5 years after it</td><td><code>RETENTION_EVIDENCE_YEARS</code></td></tr>
    </tbody></table>
  <p>In this demo all of it is erased ${timeOf(goneAt)}, <span data-until="${goneAt.toISOString()}">an hour after you began</span>.</p>
  <form method="post" action="/file/erase"><button class="button danger">Erase all of it now</button></form>
  <p class="panel-note">This destroys the key of the case. Nobody can take it back.</p>`;
}
