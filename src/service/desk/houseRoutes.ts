import { ApiError } from '../ApiError.ts';
import type { HouseKind } from '../db/reviewTables.ts';
import { houseTexts, MAX_TEXTS } from '../db/store/houseTexts.ts';
import { languages } from '../links/languageTexts.ts';
import type { DeskRoutes } from './deskEnv.ts';
import { act, show } from './deskRoutes.ts';
import { isHouseCode } from './houseWords.ts';
import { HOUSE_KINDS, housePage } from './pages/house.ts';
import { writeDeskAudit } from './reviewers.ts';

const MAX_TEXT = 1000;

/** The organisation's own reasons and templates, in its languages. */
export const addHouseRoutes: DeskRoutes = (app, deps) => {
  show(app, deps, '/house', {
    role: 'administrator',
    run: async ({ c, session }) =>
      c.html(housePage({ session, texts: await houseTexts.list(deps.db, session.mode) })),
  });

  // Adds a text, or its words in one more language; empty words delete that language, and the text with the last one.
  act(app, deps, '/house', {
    role: 'administrator',
    run: async ({ tx, session, actor, requestId, form }) => {
      const { mode } = session;
      const { code, kind, language, text } = readText((name) => form.get(name));
      const before = await houseTexts.lock(tx, mode, code);
      if (!before && (text === '' || (await houseTexts.list(tx, mode)).length >= MAX_TEXTS))
        throw new ApiError('validation_failed', { detail: TOO_MANY });
      if (before && before.kind !== kind) throw new ApiError('validation_failed', { detail: OTHER_KIND });
      const { [language]: _, ...others } = before?.texts ?? {};
      const texts = text === '' ? others : { ...others, [language]: text };
      if (Object.keys(texts).length === 0) await houseTexts.delete(tx, mode, code);
      else
        await houseTexts.put(tx, {
          mode,
          code,
          kind,
          texts: JSON.stringify(texts),
          changed_at: deps.clock(),
        });
      const action = `${text === '' ? 'delete' : 'write'} ${kind} ${code} ${language}`;
      await writeDeskAudit(deps, tx, { actor, mode, requestId, action });
      return '/desk/house';
    },
  });
};

const TOO_MANY = `Write the text. An organisation has up to ${MAX_TEXTS} texts.`;
const OTHER_KIND = 'This code is taken by a text of another kind. Choose another one.';

/** @throws {ApiError} `validation_failed` */
function readText(get: (name: string) => string) {
  const kind = HOUSE_KINDS.map(([name]) => name).find((name): name is HouseKind => name === get('kind'));
  const code = `house_${get('code').replace(/^house_/, '')}`;
  const language = get('language');
  const text = get('text');
  if (!kind || !isHouseCode(code) || !languages.includes(language) || text.length > MAX_TEXT)
    throw new ApiError('validation_failed', {
      detail:
        'Choose a kind, a code of small letters and underscores, a language, and a text of up to 1000 characters.',
    });
  return { kind, code, language, text };
}
