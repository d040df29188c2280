import { html } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { expect, test } from 'vitest';
import { htmlOf } from '../../src/ssr/htmlOf.ts';
import { renderIdvVerify } from '../../src/ssr/renderIdvVerify.ts';

test('writes the element with its first screen in the language asked for', async () => {
  const written = await renderIdvVerify({
    locale: 'de-AT',
    attributes: { 'session-url': '/idv/session?a=1&b="2"', 'no-redirect': '' },
    content: '<img slot="logo" src="/logo.svg" alt="">',
  });
  expect(written).toMatch(
    /^<idv-verify locale="de-AT" session-url="\/idv\/session\?a=1&amp;b=&quot;2&quot;" no-redirect=""><template shadowrootmode="open"><style>/,
  );
  expect(written).toContain('lang="de" dir="ltr"');
  expect(written).toContain('Bitte bestätigen Sie');
  expect(written).toMatch(/<\/template><img slot="logo" src="\/logo.svg" alt=""><\/idv-verify>$/);
});

test('texts of the site are in it, as texts', async () => {
  const messages = { en: { consent: { title: '<b>Hello & welcome</b>' } } };
  expect(await renderIdvVerify({ messages })).toContain('&lt;b&gt;Hello &amp; welcome&lt;/b&gt;</h2>');
});

test('its styles carry the nonce of the policy', async () => {
  expect(await renderIdvVerify({ nonce: 'abc' })).toContain('<style nonce="abc">');
});

test('a dialog has no screen before it opens', async () => {
  expect(await renderIdvVerify({ attributes: { mode: 'modal' } })).toBe(
    '<idv-verify locale="en" mode="modal"></idv-verify>',
  );
});

test('refuses the name of an attribute that would break out', async () => {
  await expect(renderIdvVerify({ attributes: { 'a onload': '1' } })).rejects.toThrow(TypeError);
});

test('listeners and properties need a page, and so do directives', () => {
  const press = () => undefined;
  expect(
    htmlOf(html`<button @click=${press} .value=${1} class="a ${'b'}" title=${'"'}>${[1, null]}</button>`),
  ).toBe('<button   class="a b" title="&quot;">1</button>');
  expect(() => htmlOf(html`<p>${ref(press)}</p>`)).toThrow(TypeError);
});
