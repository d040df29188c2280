import { html } from 'hono/html';
import type { HouseKind } from '../../db/reviewTables.ts';
import type { HouseText } from '../../db/store/houseTexts.ts';
import { languages } from '../../links/languageTexts.ts';
import { directionOf } from '../../links/linkTexts.ts';
import type { DeskSession } from '../deskEnv.ts';
import { type Html, layout, tokenField } from './layout.ts';
import { table } from './table.ts';

export const HOUSE_KINDS: readonly (readonly [kind: HouseKind, text: string])[] = [
  ['approved', 'Reason to approve'],
  ['declined', 'Reason to decline'],
  ['note', 'Template of a note'],
  ['message', 'Beginning of an email to the person'],
];

/** The organisation's texts, with the form that adds one or a language to one. */
export function housePage({ session, texts }: { session: DeskSession; texts: readonly HouseText[] }): Html {
  return layout({
    title: 'House texts',
    here: 'house',
    session,
    main: html`<h1>House texts</h1>
      <p>Your own reasons and templates. Reviewers read them in the language of their settings, the person in their own;
        where a language is missing, in English or in the language that there is. Your back end gets the code of a reason.</p>
      ${
        texts.length === 0
          ? html`<p class="empty">There are no texts of your own.</p>`
          : table({
              label: 'House texts',
              columns: ['Code', 'Kind', 'Language', 'Text', 'Change'],
              rows: texts.flatMap((one) => rowsOf(session, one)),
            })
      }
      <section class="card" aria-labelledby="add-title"><h2 id="add-title">Add a text, or a language</h2>
        <form method="post" action="/desk/house">${tokenField(session)}
          <div class="row"><label>Kind <select name="kind">${HOUSE_KINDS.map(
            ([kind, text]) => html`<option value="${kind}">${text}</option>`,
          )}</select></label>
          <label>Code <input name="code" required pattern="(house_)?[a-z_]{1,40}" maxlength="46" autocomplete="off" placeholder="customer_withdrew"></label>
          <label>Language <select name="language">${languages.map(
            (tag) =>
              html`<option value="${tag}" ${tag === 'en' ? html`selected` : ''}>${languageName(tag)}</option>`,
          )}</select></label></div>
          <label class="whole">Text <textarea name="text" required maxlength="1000"></textarea></label>
          <p><button class="primary">Save</button></p></form></section>`,
  });
}

const names = new Intl.DisplayNames('en', { type: 'language' });
export const languageName = (tag: string) => names.of(tag) ?? tag;

function rowsOf(session: DeskSession, { code, kind, texts }: HouseText) {
  return Object.entries(texts).map(([language, text]) => [
    html`<code>${code}</code>`,
    HOUSE_KINDS.find(([name]) => name === kind)?.[1] ?? kind,
    languageName(language),
    html`<span class="any" lang="${language}" dir="${directionOf(language)}">${text}</span>`,
    html`<form method="post" action="/desk/house">${tokenField(session)}<input type="hidden" name="kind" value="${kind}">
      <input type="hidden" name="code" value="${code}"><input type="hidden" name="language" value="${language}">
      <input type="hidden" name="text" value=""><button class="quiet">Delete<span class="unseen"> ${code}, ${languageName(language)}</span></button></form>`,
  ]);
}
