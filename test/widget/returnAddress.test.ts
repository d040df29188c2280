import { expect, test } from 'vitest';
import { returnAddress } from '../../src/widget/flow/FlowController.ts';

const back = (returnUrl: string | null, state: string | null = null) =>
  returnAddress({ id: 'case_1', returnUrl, state });

test('adds the case and the state, keeps the rest', () => {
  expect(back('https://shop.example/done?a=1', 'x y&z')).toBe(
    'https://shop.example/done?a=1&case_id=case_1&state=x+y%26z',
  );
});

test('replaces a case_id that was there before', () => {
  expect(back('https://shop.example/?case_id=other')).toBe('https://shop.example/?case_id=case_1');
});

test.each([null, 'javascript:alert(1)', 'data:text/html,hi', 'not a url', '/relative'])(
  'goes nowhere for %s',
  (url) => {
    expect(back(url)).toBeNull();
  },
);
