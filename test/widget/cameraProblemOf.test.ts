import { afterEach, expect, test } from 'vitest';
import { CameraError, cameraProblemOf, isInAppBrowser } from '../../src/widget/selfie/camera/openCamera.ts';

const page = globalThis as { document?: unknown };
const allow = ({ isAllowed = true } = {}) => {
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
  allow();
  expect(cameraProblemOf(new DOMException(message, name))).toBe(problem);
});

test('the policy of the page takes precedence over the browser’s error', () => {
  allow({ isAllowed: false });
  expect(cameraProblemOf(new DOMException('Permission denied', 'NotAllowedError'))).toBe('blocked');
});

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 350.0',
    true,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    true,
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Version/4.0 Chrome/140.0 Mobile Safari/537.36',
    true,
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 [FBAN/EMA;FBAV/400.0]',
    true,
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    false,
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', false],
])('%s shows pages within an app: %s', (agent, isInApp) => {
  expect(isInAppBrowser(agent)).toBe(isInApp);
});

test('a browser without a permissions-policy API counts as allowing', () => {
  page.document = {};
  expect(cameraProblemOf(new DOMException('', 'NotAllowedError'))).toBe('denied');
});

test('an error of the widget keeps its problem', () => {
  expect(cameraProblemOf(new CameraError('small'))).toBe('small');
});
