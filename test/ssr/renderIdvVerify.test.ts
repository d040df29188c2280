import { html } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { expect, test } from 'vitest';
import { htmlOf } from '../../src/ssr/htmlOf.ts';
import { renderIdvVerify } from '../../src/ssr/renderIdvVerify.ts';

test('renders the element with its first screen in the requested language', async () => {
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

test('custom texts of the site are rendered as escaped text', async () => {
  const messages = { en: { consent: { title: '<b>Hello & welcome</b>' } } };
  expect(await renderIdvVerify({ messages })).toContain('&lt;b&gt;Hello &amp; welcome&lt;/b&gt;</h2>');
});

test('styles carry the nonce of the policy', async () => {
  expect(await renderIdvVerify({ nonce: 'abc' })).toContain('<style nonce="abc">');
});

test('a dialog renders no screen before it opens', async () => {
  expect(await renderIdvVerify({ attributes: { mode: 'modal' } })).toBe(
    '<idv-verify locale="en" mode="modal"></idv-verify>',
  );
});

test('refuses an attribute name that would break out of the tag', async () => {
  await expect(renderIdvVerify({ attributes: { 'a onload': '1' } })).rejects.toThrow(TypeError);
});

test('omits listeners and properties, and refuses directives', () => {
  const press = () => undefined;
  expect(
    htmlOf(html`<button @click=${press} .value=${1} class="a ${'b'}" title=${'"'}>${[1, null]}</button>`),
  ).toBe('<button   class="a b" title="&quot;">1</button>');
  expect(() => htmlOf(html`<p>${ref(press)}</p>`)).toThrow(TypeError);
});
