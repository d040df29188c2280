import { afterEach, expect, test } from 'vitest';
import { draftStore } from '../../src/widget/form/draftStore.ts';
import { createCase, mount } from './support/mount.ts';
import type { SmallCaseOptions } from './support/SmallCase.ts';

afterEach(() => draftStore.forget());

/** After the details: a reviewer has asked for new photos of the document. */
const askedAnew = {
  due: ['document' as const],
  document: { mode: 'require' as const, isOpen: true },
  lastError: { code: 'document_photo', retryable: true },
};

/** At the choice of a document. */
async function atChoice(options: SmallCaseOptions) {
  const made = await createCase(options);
  const widget = mount({ session: made.session });
  const none = () => widget.find('#document-none');
  await expect.poll(none).not.toBeNull();
  return { ...made, widget, none: none()!.textContent };
}

test('a computer that is asked for a document alone is no phone: it offers one, and the way without a document', async () => {
  const { widget, none } = await atChoice({ ...askedAnew, handoff: 'enable' });
  expect(none).toBe('I have none of these');
  await expect.poll(() => widget.text()).toContain('Use your phone instead');
});

test('the phone of a hand-off goes back to the computer instead, and offers no other phone', async () => {
  const { widget, none } = await atChoice({ ...askedAnew, isPhone: true });
  expect(none).toBe('Go back to your computer');
  expect(widget.text()).not.toContain('Use your phone instead');
  widget.press('#document-none');
  await expect.poll(() => widget.names()).toContain('idv-cancel');
});
