import { afterEach, expect, test } from 'vitest';
import { CameraError } from '../../src/widget/camera/CameraError.ts';
import { cameraProblemOf } from '../../src/widget/camera/cameraProblemOf.ts';

const page = globalThis as { document?: unknown };
const allow = (isAllowed: boolean) => {
  page.document = { featurePolicy: { allowsFeature: () => isAllowed } };
};

afterEach(() => {
  delete page.document;
});

test.each([
  ['NotAllowedError', 'Permission denied', 'denied'],
  ['NotAllowedError', 'Permission dismissed', 'dismissed'],
  ['NotAllowedError', 'Permission denied by system', 'system'],
  ['NotFoundError', 'Requested device not found', 'missing'],
  ['OverconstrainedError', '', 'missing'],
  ['NotReadableError', 'Could not start video source', 'busy'],
  ['AbortError', 'Starting videoinput failed', 'busy'],
  ['NotSupportedError', '', 'failed'],
])('%s "%s": %s', (name, message, problem) => {
  allow(true);
  expect(cameraProblemOf(new DOMException(message, name))).toBe(problem);
});

test('a policy of the page goes before the words of the browser', () => {
  allow(false);
  expect(cameraProblemOf(new DOMException('Permission denied', 'NotAllowedError'))).toBe('blocked');
});

test('a browser that knows no policies counts as allowing', () => {
  page.document = {};
  expect(cameraProblemOf(new DOMException('', 'NotAllowedError'))).toBe('denied');
});

test('an own error keeps its problem', () => {
  expect(cameraProblemOf(new CameraError('small'))).toBe('small');
});
