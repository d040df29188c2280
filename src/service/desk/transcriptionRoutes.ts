import type { TranscribedField } from '../../contract/documentCheck.ts';
import { ApiError } from '../ApiError.ts';
import { readTranscription, TRANSCRIBED, type Transcription } from '../details/transcription.ts';
import { openJudgement } from '../reviews/judgeCase.ts';
import { transcribeDocument } from '../reviews/transcribeDocument.ts';
import { judgedCase, reviewOf, withheldIn } from './caseRoutes.ts';
import type { DeskRoutes } from './deskEnv.ts';
import { act, type DeskAct } from './deskRoutes.ts';
import { TRANSCRIBED_NAMES } from './pages/transcription.ts';

/** What a reviewer reads on the pictures of a document, before they see what anybody else did. */
export const addTranscriptionRoutes: DeskRoutes = (app, deps) => {
  act(app, deps, '/cases/:id/transcription', { role: 'reviewer', run: transcribe });
};

async function transcribe(request: DeskAct): Promise<string> {
  const { deps, tx, actor, form, id } = request;
  const row = await judgedCase(request);
  if ((await withheldIn(request, row)) === 'unjudged')
    throw new ApiError('frames_unseen', { detail: 'Judge the faces first.' });
  const read = readTranscription(typedIn(form), deps.clock().toISOString().slice(0, 10));
  if ('wrong' in read) throw refused(read.wrong, 'Not understood');
  const expectedVersion = Number(form.get('expectedVersion'));
  const judgement = await openJudgement(deps, tx, row, actor.keyId);
  await transcribeDocument(reviewOf(request), row, judgement, { expectedVersion, fields: read.fields });
  return `/desk/cases/${id}#evidence`;
}

/** @throws {ApiError} `validation_failed` for a field that is empty and not marked. */
function typedIn(form: DeskAct['form']): Transcription {
  const skipped = form.all('skip');
  const entries = TRANSCRIBED.map((field) => [field, form.get(field).trim() || null] as const);
  const empty = entries.filter(([field, text]) => text === null && !skipped.includes(field));
  if (empty.length > 0)
    throw refused(
      empty.map(([field]) => field),
      'Type it, or tick “can’t be read”',
    );
  const tooLong = entries.filter(([, text]) => text !== null && text.length > 200);
  if (tooLong.length > 0)
    throw refused(
      tooLong.map(([field]) => field),
      'At most 200 characters',
    );
  return Object.fromEntries(entries) as Transcription;
}

function refused(fields: readonly TranscribedField[], why: string): ApiError {
  const detail = `${why}: ${fields.map((field) => TRANSCRIBED_NAMES[field].toLowerCase()).join(', ')}.`;
  return new ApiError('validation_failed', { detail });
}
