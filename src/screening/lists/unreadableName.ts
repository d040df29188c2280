/**
 * Why nobody could be found by a name as it stands in a list: it was read or written in the wrong encoding.
 * @returns a sentence's end; `null` if the name can be read
 */
export function unreadableName(text: string): string | null {
  if (/[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/.test(text)) return 'a name with control characters';
  const lost = text.match(/[?\uFFFD]/g)?.length ?? 0;
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return lost > 1 && lost >= letters ? 'a name whose letters were lost' : null;
}

/** Whether a name looks like UTF-8 that was read as windows-1252, such as `JosÃ©`. */
export function isMojibake(text: string): boolean {
  return mojibake.test(text);
}

/** A first byte of UTF-8, then one that only goes on with it, both as windows-1252 has them. */
const mojibake =
  /[\u00C2-\u00F4][\u0080-\u00BF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013\u2014\u2018-\u201A\u201C-\u201E\u2020-\u2022\u2026\u2030\u2039\u203A\u20AC\u2122]/;
