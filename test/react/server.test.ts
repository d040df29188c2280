import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

test('on a server it renders the bare element, quietly, from the built package', () => {
  const code = `
    import { createElement } from 'react';
    import { renderToString } from 'react-dom/server';
    import { IdvVerify } from 'idv-verify/react';
    const props = { sessionUrl: '/idv/session', noRedirect: true, fetchSession: () => {}, onStep: () => {}, className: 'mine' };
    console.log(renderToString(createElement(IdvVerify, props, createElement('p', { slot: 'help' }, 'Call us'))));`;
  const options = { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' } as const;
  const html = execFileSync(process.execPath, ['--input-type=module', '-e', code], options);
  expect(html.trim()).toBe('<idv-verify class="mine"><p slot="help">Call us</p></idv-verify>');
});
