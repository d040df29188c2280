/// <reference types="vite/client" />
import { html, render } from 'lit';
import { expect, test } from 'vitest';
import { documentTextFiles } from '../../src/widget/document/documentTextFiles.ts';
import { handoffTexts } from '../../src/widget/locales/handoffFiles.ts';
import { directionOf, languageTags } from '../../src/widget/locales/languageTags.ts';
import { textFiles } from '../../src/widget/locales/textFiles.ts';
import { walletFiles } from '../../src/widget/locales/walletFiles.ts';
import { typeDetails } from './support/fillDetails.ts';
import { createCase, mount } from './support/mount.ts';

const others = languageTags.filter((tag) => tag !== 'en');

const LANGUAGES = '../../src/texts/languages/';
/** The texts of messages and of the hosted page, which the service reads as files. */
const linkFiles = import.meta.glob<{ links: object }>('../../src/texts/languages/*.json', {
  query: '?links',
  import: 'default',
});

/** Texts of buttons and headings; all others are running text. */
const BUTTON =
  /^(frame\.(continue|again|backToSite)|ask\.(yes|no)|consent\.(agree|decline|faceAgree|faceDecline)|details\.(confirm|change|remove|addNationality)|selfie\.(start|testFace|upload|cannot|take|send|moreTime|sound)|guide\.(another|byHand)|sending\.retake|handoff\.(offer|copy|copied|notMine|here)|wallet\.(share|type)|document\.(passport|idCard|residencePermit|drivingLicence|none|torch|other|specimen)|page\.notMine)$/;
const HEADING =
  /(title|Title|selfie\.review|sending\.checking|^challenge\..*|^handoff\.(title|digitsTitle|waiting|ended|noPhone)$|^document\.(title|show\w+)$|^camera\.(denied|dismissed|system|missing|busy|blocked|insecure|unsupported|lost|small))$/;

/** Every text by its path; of one with forms for different numbers each form. */
function flat(texts: object, path = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : flat(value, `${path}${key}.`),
  );
}

const shown = (key: string, text: string) => {
  if (BUTTON.test(key)) return html`<button class="primary" data-key=${key}>${text}</button>`;
  return HEADING.test(key) ? html`<h2 data-key=${key}>${text}</h2>` : html`<p data-key=${key}>${text}</p>`;
};

/** Scripts that every machine has a font for; how wide others are, and where they may be broken, depends on the font. */
const PLAIN = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}]*$/u;

test('no word is broken on a screen of 320 px, within the margin of a page', async () => {
  const { session } = await createCase();
  const widget = mount({ session });
  widget.element.style.inlineSize = '304px';
  await widget.sees('Let’s confirm');
  const place = document.createElement('div');
  widget.find('.screen')!.append(place);
  const wide: string[] = [];
  for (const tag of others) {
    const texts = flat({
      ...(await textFiles[tag].start()),
      ...(await textFiles[tag].rest()),
      ...(await handoffTexts(tag)),
      wallet: await walletFiles[tag](),
      document: await documentTextFiles[tag](),
      ...(await linkFiles[`${LANGUAGES}${tag}.json`]!()).links,
    });
    expect(
      texts.some(([key]) => key === 'page.notMine'),
      tag,
    ).toBe(true);
    place.lang = tag;
    place.dir = directionOf(tag);
    render(
      texts.map(([key, text]) => shown(key, text)),
      place,
    );
    const elements = [...place.querySelectorAll<HTMLElement>('[data-key]')];
    // Else a word that is too wide is broken anywhere, and nothing is wider than the screen.
    for (const element of elements)
      element.style.overflowWrap = PLAIN.test(element.textContent) ? 'normal' : 'anywhere';
    // After all changes: between them, each look would lay the whole page out.
    for (const element of elements)
      if (element.scrollWidth > element.clientWidth) wide.push(`${tag} ${element.dataset['key']}`);
  }
  expect(place.querySelectorAll('button').length).toBeGreaterThan(15);
  expect(wide).toEqual([]);
});

test('the date fields fit side by side at 320 px in every language', async () => {
  const { session } = await createCase({ due: ['personal_details'] });
  const widget = mount({ session });
  widget.element.style.inlineSize = '320px';
  await widget.sees('Your name');
  await typeDetails(widget, { givenName: 'Ada', familyName: 'Lovelace' });
  widget.press();
  await widget.sees('Birth and nationality');
  const card = widget.find('.card')!;
  for (const tag of others) {
    widget.element.locale = tag;
    await expect.poll(() => card.lang).toBe(tag);
    const tops = [...widget.root.querySelectorAll('.parts input')].map((input) =>
      Math.round(input.getBoundingClientRect().bottom),
    );
    expect([tag, new Set(tops).size]).toEqual([tag, 1]);
    expect([tag, card.scrollWidth]).toEqual([tag, card.clientWidth]);
  }
});
