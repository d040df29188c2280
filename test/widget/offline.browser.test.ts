import { expect, test } from 'vitest';
import { cutConnection } from './support/cutConnection.ts';
import { createCase, mount } from './support/mount.ts';

test('the flow continues automatically if the page was offline at its start', async () => {
  const { session } = await createCase({ due: ['consent', 'personal_details'] });
  const connect = cutConnection();
  const widget = mount({ session });
  await widget.sees('You are offline');
  expect(widget.text()).not.toContain('That did not work');
  connect();
  await widget.sees('Let’s confirm it’s you');
  await expect.poll(() => widget.names().at(-1)).toBe('consent');
});
