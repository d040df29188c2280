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

/** The details as this tab has sent them. */
const sent = {
  page: 'check' as const,
  typed: {
    ...{ givenName: 'Ada', familyName: 'Lovelace', 'nationalities.0': 'GB' },
    ...{ 'dateOfBirth.day': '10', 'dateOfBirth.month': '12', 'dateOfBirth.year': '1985' },
    ...{ 'address.country': 'GB', 'address.line1': '12 St James’s Square' },
    ...{ 'address.city': 'London', 'address.postalCode': 'SW1Y 4JH' },
  },
  isSent: true,
};

test('who has no document any more after the details sends them again as they are, and is asked for nothing else', async () => {
  const { session, log } = await createCase(askedAnew);
  await draftStore.save(session.caseId, sent);
  const widget = mount({ session });
  await widget.sees('Try again');
  widget.press('#document-none');
  await widget.sees('Check your answers');
  widget.press();
  await expect.poll(() => widget.names().at(-1)).toBe('idv-submitted');
  expect((await log()).filter((line) => line.startsWith('POST'))).toEqual(['POST personal-details']);
});
