import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('the element can be imported where there is no document, twice', () => {
  const source = `
    await import('./src/widget/register.ts');
    await import('./src/widget/register.ts?again');
    const { IdvVerifyElement } = await import('./src/widget/index.ts');
    process.stdout.write(typeof document + ' ' + typeof IdvVerifyElement);
  `;
  const out = execFileSync(process.execPath, ['--input-type=module', '--eval', source], { encoding: 'utf8' });
  expect(out).toBe('undefined function');
});
