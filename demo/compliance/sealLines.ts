import { createHmac } from 'node:crypto';

/**
 * Seals lines for the browser that reads them: each link is an HMAC over the link before and the line. The service has such a
 * chain of its own under a key that never leaves it; this one shows that what arrived is what the back end was given.
 * @param secret of the visitor's panel, `whsec_` and base64.
 */
export function sealLines(lines: readonly object[], secret: string): { text: string; link: string }[] {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  let before = '';
  return lines.map((line) => {
    const text = JSON.stringify(line);
    before = createHmac('sha256', key).update(`${before}\n${text}`).digest('base64');
    return { text, link: before };
  });
}
