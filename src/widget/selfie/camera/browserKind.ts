/**
 * Which of the ways the browser at hand has to give a page the camera back. Names tell little about what a browser can do,
 * but they do tell what its settings look like; one that isn't known gets words that fit them all.
 */
export function browserKind(
  agent: string = navigator.userAgent,
): 'chromium' | 'firefox' | 'safari' | 'other' {
  // Every browser of an iPhone is Safari underneath, with settings of its own elsewhere.
  if (/CriOS|FxiOS|EdgiOS/.test(agent)) return 'other';
  if (/Firefox\//.test(agent)) return 'firefox';
  if (/Chrom(e|ium)\//.test(agent)) return 'chromium';
  return /Safari\//.test(agent) ? 'safari' : 'other';
}
