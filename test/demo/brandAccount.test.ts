import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brandAccount } from '../../demo/brandAccount.ts';
import { brands } from '../../demo/brands.ts';
import { createIdvClient } from '../../src/server/createIdvClient.ts';
import { startTestService } from '../support/service.ts';

test('the account gets the brand of the demo, and keeps one that it has', async () => {
  const service = await startTestService();
  const idv = createIdvClient({ apiKey: service.keys.test, baseUrl: `${service.url}/v1` });
  await brandAccount(idv);
  const { name, colors, contact } = brands['larkspur']!;
  const branded = { name, colors, supportEmail: contact };
  expect(await idv.branding.retrieve()).toMatchObject(branded);
  const { corrections } = await idv.branding.put(branded);
  expect(corrections).toEqual([]);
  await idv.branding.put({ colors: { accent: '#123456' } });
  await brandAccount(idv);
  expect(await idv.branding.retrieve()).toMatchObject({ name: null, colors: { accent: '#123456' } });
});

test.each(Object.values(brands))('the colours of $name are those of its pages', ({ id, colors }) => {
  const css = readFileSync(new URL('../../public/base.css', import.meta.url), 'utf8');
  const [, own] = css.split(`[data-brand="${id}"] {`);
  expect(own).toMatch(new RegExp(`^[^}]*--accent: light-dark\\(${colors.accent}, ${colors.accentDark}\\)`));
});
