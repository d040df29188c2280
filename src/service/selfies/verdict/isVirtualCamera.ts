/**
 * Names and words by which programs that play a camera call it, as their makers document them. A program may as well
 * lie about its name: this is a note for a reviewer, no proof either way.
 */
const WORDS = [
  'virtual', 'obs', 'manycam', 'xsplit', 'vcam', 'splitcam', 'snap camera', 'droidcam', 'iriun', 'ivcam', 'camo',
  'mmhmm', 'ndi', 'youcam', 'webcamoid', 'akvcam', 'sparkocam', 'fakewebcam', 'camtwist', 'chromacam', 'prism live',
  'dummy video', 'loopback', 'screen capture', 'fake',
]; // biome-ignore format: a list

/** Whether a camera's label is that of a program rather than of a device. */
export function isVirtualCamera(label: string): boolean {
  const words = ` ${label.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')} `;
  return WORDS.some((word) => (word.length > 4 ? words.includes(word) : words.includes(` ${word} `)));
}
