import { expect, test } from 'vitest';
import { createCase, mount } from './support/mount.ts';

test('the card declares its language and direction', async () => {
  const { session } = await createCase();
  const widget = mount({ session, attributes: { locale: 'ar-EG' } });
  await widget.sees('لنتأكد');
  expect(widget.find('.card')!.lang).toBe('ar');
  expect(widget.find('.card')!.dir).toBe('rtl');
});

test('the language can be changed at any step without losing typed values', async () => {
  const { session } = await createCase({ due: ['personal_details'] });
  const widget = mount({ session, attributes: { locale: 'en', languages: 'en de pt-BR' } });
  await widget.sees('Your name');
  // It is loaded as a separate script.
  await expect.poll(() => widget.find('select.languages')).not.toBeNull();
  const picker = widget.find<HTMLSelectElement>('select.languages')!;
  expect([...picker.options].map(({ text }) => text)).toEqual(['English', 'Deutsch', 'Português (Brasil)']);
  const input = widget.find<HTMLInputElement>('[name=givenName]')!;
  input.value = 'Ada';
  input.dispatchEvent(new Event('input', { bubbles: true }));
  picker.value = 'de';
  picker.dispatchEvent(new Event('change', { bubbles: true }));
  await widget.sees('Ihr Name');
  expect(widget.find<HTMLInputElement>('[name=givenName]')!.value).toBe('Ada');
  expect(widget.find('.card')!.lang).toBe('de');
});

test('language-switch offers every language', async () => {
  const { session } = await createCase();
  const widget = mount({ session, attributes: { locale: 'en', 'language-switch': '' } });
  await expect.poll(() => widget.find<HTMLSelectElement>('select.languages')?.options.length).toBe(62);
  const picker = widget.find<HTMLSelectElement>('select.languages')!;
  picker.value = 'ar';
  picker.dispatchEvent(new Event('change', { bubbles: true }));
  await widget.sees('لنتأكد');
  expect(widget.find('.card')!.dir).toBe('rtl');
});

test('a site can add its own texts and an unsupported language', async () => {
  const { session } = await createCase();
  const widget = mount({ session, attributes: { locale: 'cy' } });
  widget.element.messages = {
    cy: { consent: { title: 'Gadewch i ni gadarnhau' } },
    en: { consent: { agree: 'Fine' } },
  };
  await widget.sees('Gadewch i ni gadarnhau');
  widget.element.locale = 'en';
  await expect.poll(() => widget.find('[part=primary]')?.textContent?.trim()).toBe('Fine');
});

test('closing a dialog with photos asks for confirmation', async () => {
  const { session } = await createCase({ due: ['selfie'], steps: ['center'] });
  const widget = mount({ session, attributes: { mode: 'modal' } });
  await widget.sees('A quick selfie');
  widget.choose('Use the test face');
  await expect.poll(() => widget.heading()).toContain('Are these photos clear');
  widget.press('[part=close]');
  await expect.poll(() => widget.text()).toContain('Close this page? Your photos will be lost.');
  widget.choose('No, go back');
  await expect.poll(() => widget.text()).not.toContain('Close and lose');
  widget.press('[part=close]');
  await expect.poll(() => widget.text()).toContain('Close this page? Your photos will be lost.');
  widget.choose('Close');
  await expect.poll(() => widget.names().at(-1)).toBe('idv-cancel');
});
