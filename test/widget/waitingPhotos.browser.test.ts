import { expect, test } from 'vitest';
import { createCase, mount } from './support/mount.ts';

test('photos that a reload has lost are said to be gone, for the case that they were of', async () => {
  const { session } = await createCase({ due: ['selfie'] });
  sessionStorage.setItem('idv-photos', session.caseId);
  const widget = mount({ session });
  await widget.sees('A quick selfie');
  expect(widget.text()).toContain('Please take new ones.');
  widget.element.remove();
  const { session: other } = await createCase({ due: ['selfie'] });
  const next = mount({ session: other });
  await next.sees('A quick selfie');
  expect(next.text()).not.toContain('Please take new ones.');
});
