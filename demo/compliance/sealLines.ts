import { createHmac } from 'node:crypto';

/**
 * Seals lines for the visitor's browser: each link of the chain is an HMAC over the previous link and the line. The
 * service has such a chain under a key that it never discloses. This one shows that the browser received the lines
 * unchanged.
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
